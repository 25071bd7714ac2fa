import { afterEach, expect, test, vi } from 'vitest';
import { hasStatus } from '../../../nodes/shared/service/changelog-updates';

afterEach(() => vi.restoreAllMocks());

test.each([
	['published', { draft: false, scheduled: false, created: '2024-05-06 07:08:09' }, true],
	['published', { draft: false, scheduled: false, created: '2024-05-06 07:08:11' }, true],
	['published', { draft: false, scheduled: true, created: '2024-05-06 07:08:09' }, true],
	['published', { draft: false, scheduled: true, created: '2024-05-06 07:08:10' }, true],
	['published', { draft: false, scheduled: true, created: '2024-05-06 07:08:11' }, false],
	['published', { draft: true, scheduled: false, created: '2024-05-06 07:08:09' }, false],
	['published', {}, true],
	['draft', { draft: true }, true],
	['draft', { draft: false }, false],
	['draft', {}, true],
	['scheduled', { scheduled: true }, true],
	['scheduled', { scheduled: false }, false],
	['scheduled', {}, true],
])('%s may be said of %j: %s', (status, update, isSo) => {
	vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2024, 4, 6, 7, 8, 10));
	expect(hasStatus(update, status)).toBe(isSo);
});
