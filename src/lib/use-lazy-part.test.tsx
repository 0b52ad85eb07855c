import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useLazyPart } from './use-lazy-part.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('a part whose code did not come is asked for again after five seconds', async () => {
  const Part = () => null;
  const load = vi.fn<() => Promise<typeof Part>>().mockRejectedValueOnce(new TypeError('no line'));
  load.mockResolvedValue(Part);
  const { result } = renderHook(() => useLazyPart(load));
  await pass(4_999);
  expect(result.current).toBeNull();
  expect(load).toHaveBeenCalledTimes(1);
  await pass(1);
  expect(result.current).toBe(Part);
});
