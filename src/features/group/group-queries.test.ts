import { expect, test } from 'vitest';
import { ApiError, NetworkError } from '../../lib/api/api-errors.ts';
import { joinedGroupsQuery } from './group-queries.ts';

test('the list is tried twice more, but not with a session that was refused', () => {
  const { retry } = joinedGroupsQuery('ada', 'newest');
  if (typeof retry !== 'function') throw new Error('no rule of its own');
  expect([0, 1, 2].map((failures) => retry(failures, new NetworkError()))).toEqual([true, true, false]);
  expect(retry(0, new ApiError(402, {}, null))).toBe(true);
  expect(retry(0, new ApiError(401, {}, null))).toBe(false);
});
