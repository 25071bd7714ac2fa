// A mail server that keeps what it is sent.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface Mail {
	to: string[];
	subject: string;
	html: string;
}

export async function startMailServer() {
	const mails: Mail[] = [];
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		onData(stream, { envelope }, done) {
			const read = async () => {
				const { subject = '', html = '' } = await PostalMime.parse(await buffer(stream));
				mails.push({ to: envelope.rcptTo.map(({ address }) => address), subject, html });
			};
			read().then(() => done(), done);
		},
	});
	server.on('error', () => {}); // A client that was killed breaks its connection.
	server.listen(0, '127.0.0.1');
	await once(server.server, 'listening');
	const { port } = server.server.address() as AddressInfo;
	return {
		mails,
		/** What an SMTP account of n8n holds to send to it. */
		account: {
			host: '127.0.0.1',
			port,
			secure: false,
			disableStartTls: true,
			user: '',
			password: '',
		},
		close: async () => await new Promise<void>((resolve) => server.close(() => resolve())),
	};
}
