import { act, renderHook } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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

describe('on a phone that keeps', () => {
  const home = { state: 'Lagos', city: 'Surulere', street: '12 Adeniran Street', phone: '+2348035550142' };
  const NOW = Date.UTC(2026, 10, 20, 10);
  const DAY_MS = 24 * 60 * 60_000;

  beforeEach(() => {
    vi.resetModules();
    vi.stubGlobal('indexedDB', new IDBFactory());
  });

  async function openForm() {
    const { useDeliveryDraft } = await import('./use-delivery-draft.ts');
    const { storage } = await import('../../offline/phone.ts');
    const kept = () => storage.read('draft|ada');
    const keep = (savedAtMs: number) => storage.write('draft|ada', { delivery: home, savedAtMs });
    const open = async () => {
      const { result } = renderHook(() => useDeliveryDraft('ada'));
      // The form's own reading began before this one.
      await act(kept);
      return result.current;
    };
    return { open, keep, kept };
  }

  test('what was typed is kept half a second after the last letter', async () => {
    const { open, kept } = await openForm();
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
    const { open, keep } = await openForm();
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
      const writer = await openForm();
      await writer.keep(NOW);
      vi.resetModules();
      // The first opening hangs and is given up after 3 s; the second one answers.
      vi.spyOn(indexedDB, 'open').mockReturnValueOnce({} as IDBOpenDBRequest);
      const { useDeliveryDraft } = await import('./use-delivery-draft.ts');
      const { result } = renderHook(() => useDeliveryDraft('ada'));
      await act(() => vi.advanceTimersByTimeAsync(600));
      expect(result.current.draft).toBeNull();
      if (isTouched) act(() => result.current.saveDraft({ ...home, street: '9' }));
      await act(() => vi.advanceTimersByTimeAsync(2_400));
      await act(async () => {
        for (let turn = 0; turn < 5; turn += 1) await writer.kept();
      });
      expect(result.current.draft).toEqual(draft);
    },
  );
});
