/** The words are without accents, as `similarity.ts` reads them. The lists cover English and German only. */
const wordsIn = (text: string) => text.trim().split(/\s+/);

/** Words that any text may have, whatever it is about. */
export const common: ReadonlySet<string> = new Set(
	wordsIn(`
	a able about again all also always am an and another any anymore anything are as at back be because been
	before being both but by can can't cannot could day did do does doesn't don't done down each either else ever
	every everybody everyone everything few first for from get gets getting give go goes going got had has have
	he help her here him his how i i'd i'm i've if in inside instead into is isn't it it's its just keep know
	last less let like long longer lot lots made make makes many may maybe me more most much must my need needs
	never new next no nobody none not nothing now of off often ok on once one only onto or other our out over own
	people place please pls possible put really right same say see send set she should side single so some
	somebody someone something still stuff such sure take takes than that that's the their them then there
	there's these they thing things this those time to together too two under until up us use used user users
	using very via want wants was way we we're well were what when where whether which while who whole whose why
	will with within without won't would year you your
	aber alle allem allen aller alles als also am an ander auch auf aus bei beim bin bis bitte da damit dann das
	dass dem den denn der des die dies diese diesem diesen dieser dieses doch dort du durch ein eine einem einen
	einer eines er es euch fur gibt haben hat hier ich ihr ihre ihren im immer in ins ist ja jede jeder jedes
	jetzt kann kein keine keinen konnen konnte machen man mehr mein meine mich mir mit muss mussen nach nicht
	noch nur ob oder ohne schon sehr sein seine selbst sich sie sind so sollte sollten uber um und uns unser
	unsere unter viel viele vom von vor war warum was weil wenn wer werden wie wir wird wo zu zum zur
`),
);

/** One group in each line: how words begin that have a similar meaning in feedback on software. */
export const synonyms: readonly string[][] = `
	login log-in signin sign sso saml okta password passwort kennwort passphrase credential anmeld einlog azure entra
	logout logged session expire timeout
	password passwort kennwort passphrase
	dark black night theme bright contrast
	slow lag performance speed fast ages seconds langsam schnell
	invoice bill billing rechnung receipt payment pay charge
	price pricing cost cheap expensive discount plan subscription
	currency euro dollar
	shortcut hotkey keyboard mouse keys tasten tastatur
	mail email e-mail inbox mailbox newsletter
	notif alert ping remind reminder warn push tell inform benachrichtig erinner
	deadline due overdue missed late frist
	chart graph diagram plot visual
	dashboard overview widget board
	report statistic analytics numbers metric kpi bericht auswert
	excel spreadsheet xlsx xls sheet csv table tabelle
	export download extract save ausgabe herunterlad
	import upload migrat transfer takeover hochlad
	attach file upload document pdf video image photo anhang datei bild
	delete remove erase trash recycle bin restore undo undelete accident losch papierkorb
	merge combine duplicate dedupe join together zusammen doppelt
	recurr repeat every regular weekly daily monthly schedul automatic wiederkehr
	automat rule trigger workflow condition
	template snippet canned macro ready-made boilerplate vorlage textbaustein
	default prefill preset vorbeleg vorausfull standard
	bookmark favourite favorite star pin
	filter search find query lookup such
	language translat german english french spanish deutsch englisch sprache local
	mobile phone app ios android iphone tablet handy
	offline outage down downtime incident status unavailable availability ausfall
	crash freeze hang error bug broken fail fehler abst
	permission role access right admin owner restrict berecht rolle recht
	invite einlad member colleague coworker team people staff kolleg teammate
	customer client kunde
	assign owner responsible assignee reassign zuweis
	tag label category kategor
	comment reply answer respond response message antwort kommentar
	edit fix correct change modify rename bearbeit ander
	typo spelling error
	roadmap planned planning upcoming
	changelog release new announcement update news
	vote upvote popular
	api key token webhook callback endpoint integrat
	retry resend again redeliver
	scope limited read-only readonly permission
	region europe eu hosting residency server datacenter gdpr dsgvo
	limit quota cap maximum threshold reached exceed
	formula calculat comput value
	decimal comma number
	mindest length rule policy regel
	timeline gantt dependenc linked
	time hour track timer stopwatch record spend
	sla promise countdown contract
	survey nps score rating question
	spam bot captcha flood
	memory leak ram computer browser tab
	loop redirect endless bounce
	knowledge help article faq docs
	domain address url
	bulk mass many several batch multiple
	share public link guest external
	order sort arrange position
	audit history log trace
	backup snapshot archive restore
	calendar date event appointment kalender termin
	widget embed iframe
`
	.trim()
	.split('\n')
	.map(wordsIn);
