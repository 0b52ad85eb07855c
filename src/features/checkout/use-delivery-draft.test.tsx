import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useDeliveryDraft } from './use-delivery-draft.ts';

beforeEach(() => {
  vi.useFakeTimers();
  // A database that never opens.
  vi.stubGlobal('indexedDB', { open: () => ({}) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a phone whose database hangs gets the empty form after 600 ms', async () => {
  const { result } = renderHook(() => useDeliveryDraft('ada'));
  await act(() => vi.advanceTimersByTimeAsync(599));
  expect(result.current.draft).toBeUndefined();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(result.current.draft).toBeNull();
});
