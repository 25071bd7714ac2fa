import { FeedbackClient } from '../../../nodes/shared/client/client';
import type { SenderOptions } from '../../../nodes/shared/client/sender';
import { RateLimiter } from '../../../nodes/shared/client/rate-limiter';
import { PATIENT } from '../../../nodes/shared/client/retry';
import {
	type OutgoingRequest,
	type Transport,
	TransportFailure,
} from '../../../nodes/shared/client/transport';
import type { Answer } from '../../../nodes/shared/service/envelope';
import { keyed, success } from '../answers.mts';
import { VirtualClock } from '../virtual-clock.mts';

/** What comes back, or the code of why nothing does. */
export type Step = Answer | string;

export const ok = (data: unknown, status = 200): Answer => ({
	status,
	headers: {},
	body: JSON.stringify(success(data)),
});

export const error = (
	status: number,
	key: string,
	headers: Record<string, unknown> = {},
	message = 'In its own words',
): Answer => ({
	status,
	headers,
	body: JSON.stringify(keyed(key, message)),
});

export type Sent = OutgoingRequest & { at: number };

export type Scene = ReturnType<typeof scene>;

/** A client whose service answers by the script; its last step is repeated. */
export function scene(
	script: readonly Step[] | ((request: OutgoingRequest) => Promise<Answer> | Answer),
	options: Partial<SenderOptions> = {},
	clock = new VirtualClock(),
	rateLimiter = new RateLimiter(clock),
) {
	const sent: Sent[] = [];
	const left = Array.isArray(script) ? [...(script as Step[])] : [];
	const transport: Transport = async (request) => {
		sent.push({ ...request, at: clock.now() });
		if (typeof script === 'function') return await script(request);
		const step = left.length > 1 ? left.shift()! : left[0];
		if (typeof step === 'string') throw new TransportFailure(step, `failed with ${step}`);
		return step;
	};
	const client = new FeedbackClient({
		scope: 'scripted',
		baseUrl: 'https://feedback.example',
		transport,
		clock,
		patience: PATIENT,
		rateLimiter: () => rateLimiter,
		apiKey: '',
		random: () => 0,
		...options,
	});
	return { client, clock, sent, rateLimiter };
}
