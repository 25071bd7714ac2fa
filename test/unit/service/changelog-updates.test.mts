import { afterEach, expect, test, vi } from 'vitest';
import { statusOf } from '../../../nodes/shared/service/changelog-updates';

afterEach(() => vi.restoreAllMocks());

test.each([
	[{ draft: false, scheduled: false, created: '2024-05-06 07:08:09' }, 'published'],
	[{ draft: false, scheduled: false, created: '2024-05-06 07:08:11' }, 'published'],
	[{ draft: false, scheduled: true, created: '2024-05-06 07:08:09' }, 'published'],
	[{ draft: false, scheduled: true, created: '2024-05-06 07:08:10' }, 'published'],
	[{ draft: false, scheduled: true, created: '2024-05-06 07:08:11' }, 'scheduled'],
	[{ scheduled: '1', created: '2024-05-06 07:08:11' }, 'scheduled'],
	[{ draft: true, scheduled: true, created: '2024-05-06 07:08:11' }, 'draft'],
	[{ draft: 1 }, 'draft'],
	[{ draft: '1' }, 'draft'],
	[{ draft: 'true' }, 'draft'],
	[{ draft: '0' }, 'published'],
	[{}, undefined],
	[{ scheduled: false }, undefined],
])('the status of %j is %s', (update, status) => {
	vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2024, 4, 6, 7, 8, 10));
	expect(statusOf(update)).toBe(status);
});
