import { act, renderHook } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { blockIndexedDbWrites } from '../../../../tests/support/busy-disk.ts';
import { AppServices, AppServicesContext } from '../../../lib/react/services.ts';
import { createOfflineStores } from '../../../offline/offline-stores.ts';
import { useDeliveryDraft } from './use-delivery-draft.ts';

function newApp() {
  const services = new AppServices();
  return ({ children }: { children: ReactNode }) => (
    <AppServicesContext value={services}>{children}</AppServicesContext>
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  // Simulates a database that never opens.
  vi.stubGlobal('indexedDB', { open: () => ({}) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a phone whose database hangs gets the empty form after 600 ms', async () => {
  const { result } = renderHook(() => useDeliveryDraft('ada'), { wrapper: newApp() });
  await act(() => vi.advanceTimersByTimeAsync(599));
  expect(result.current.draft).toBeUndefined();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(result.current.draft).toBeNull();
});

describe('on a phone that keeps', () => {
  const home = { state: 'Lagos', city: 'Surulere', street: '12 Adeniran Street', phone: '+2348035550142' };
  const NOW = Date.UTC(2026, 10, 20, 10);
  const DAY_MS = 24 * 60 * 60_000;

  beforeEach(() => {
    vi.stubGlobal('indexedDB', new IDBFactory());
  });

  function openForm() {
    const { storage } = createOfflineStores();
    const kept = () => storage.read('draft|ada');
    const keep = (savedAtMs: number) => storage.write('draft|ada', { delivery: home, savedAtMs });
    const open = async () => {
      const { result } = renderHook(() => useDeliveryDraft('ada'), { wrapper: newApp() });
      // The form began to read before this read, so it has ended too.
      await act(kept);
      return result.current;
    };
    return { open, keep, kept };
  }

  test('what was typed is kept half a second after the last letter', async () => {
    const { open, kept } = openForm();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { saveDraft } = await open();
    saveDraft({ ...home, street: '12' });
    await vi.advanceTimersByTimeAsync(400);
    saveDraft(home);
    await vi.advanceTimersByTimeAsync(499);
    expect(await kept()).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(await kept()).toMatchObject({ delivery: home });
  });

  test.each([
    [0, home],
    [DAY_MS - 1, home],
    [DAY_MS, null],
    [-1, null],
  ])('an address that was kept %i ms ago starts the form with %j', async (ageMs, draft) => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
    const { open, keep } = openForm();
    await keep(NOW - ageMs);
    expect((await open()).draft).toEqual(draft);
  });

  test.each([
    ['nobody touched', false, home],
    ['was begun meanwhile', true, null],
  ])(
    'an address that a slow database gives after the 600 ms meets a form that %s',
    async (_, isTouched, draft) => {
      vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
      const writer = openForm();
      await writer.keep(NOW);
      const free = await blockIndexedDbWrites();
      const { result } = renderHook(() => useDeliveryDraft('ada'), { wrapper: newApp() });
      await act(() => vi.advanceTimersByTimeAsync(600));
      expect(result.current.draft).toBeNull();
      if (isTouched) act(() => result.current.saveDraft({ ...home, street: '9' }));
      await act(() => vi.advanceTimersByTimeAsync(1_400));
      free();
      await act(async () => {
        for (let turn = 0; turn < 5; turn += 1) await writer.kept();
      });
      expect(result.current.draft).toEqual(draft);
    },
  );
});
