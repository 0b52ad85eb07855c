import { beforeEach, expect, test, vi } from 'vitest';
import { getSqlState, retryOnConflict } from './retry-conflicts.ts';

// The random pauses between the tries become 0, so that the tests do not wait.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));

const refusal = (code: unknown) => Object.assign(new Error('refused'), { code });

test.each(['40P01', '40001', '0A000'])(
  'work that the database refuses with %s is done again, five times at most',
  async (code) => {
    const work = vi.fn().mockRejectedValue(refusal(code));
    await expect(retryOnConflict(work)).rejects.toThrow('refused');
    expect(work).toHaveBeenCalledTimes(6);
  },
);

test('work that succeeds in the end answers, and is not done once more', async () => {
  const work = vi.fn().mockRejectedValueOnce(refusal('40001')).mockResolvedValue('done');
  expect(await retryOnConflict(work)).toBe('done');
  expect(work).toHaveBeenCalledTimes(2);
});

test.each([refusal('23505'), new Error('refused'), null, 'refused'])(
  '%s is not tried again',
  async (error) => {
    const work = vi.fn().mockRejectedValue(error);
    await expect(retryOnConflict(work)).rejects.toBe(error);
    expect(work).toHaveBeenCalledTimes(1);
  },
);

test.each([
  [refusal('23505'), '23505'],
  [refusal(23505), undefined],
  [new Error('refused'), undefined],
  [null, undefined],
  ['23505', undefined],
])('%s has the state %s', (error, state) => {
  expect(getSqlState(error)).toBe(state);
});
