import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { begunPayment, sampleOrder } from '../../tests/support/begun-payment.ts';
import type { NewAttempt } from './payment-attempts.ts';

type Tab = typeof import('./payment-attempts.ts');

const DAY_MS = 24 * 60 * 60_000;
const order = sampleOrder({ method: 'wallet_and_flutterwave', walletUse: 6_000, totalAmount: 56_000 });

/** Another tab, or the next start after a kill: modules of its own over the same storage. */
async function openTab(userId: string | null, nowMs?: number): Promise<Tab> {
  vi.resetModules();
  const tab = await import('./payment-attempts.ts');
  await tab.loadAttempts(userId, nowMs);
  return tab;
}

const begin = (tab: Tab, more: Partial<NewAttempt> = {}) =>
  begunPayment(tab.beginAttempt, { ...order, ...more });

async function everyRecord(): Promise<[string, unknown][]> {
  vi.resetModules();
  const { listRecords } = await import('./idb.ts');
  return await listRecords('pay');
}

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('two tabs', () => {
  test('cannot begin two attempts', async () => {
    const [a, b] = [await openTab('ada'), await openTab('ada')];
    const both = await Promise.all([a.beginAttempt(order), b.beginAttempt(order)]);
    expect(both.filter((answer) => 'attempt' in answer)).toHaveLength(1);
    expect(await (await openTab('ada')).loadAttempts('ada')).toHaveLength(1);
  });

  test('changing one row at once lose neither change', async () => {
    const a = await openTab('ada');
    const attempt = await begin(a);
    const b = await openTab('ada');
    await Promise.all([
      a.updateAttempt(attempt, { reference: 'gb-1', state: 'redirected' }),
      b.updateAttempt(attempt, { hint: 'success' }),
    ]);
    expect(await (await openTab('ada')).loadAttempts('ada')).toMatchObject([
      { reference: 'gb-1', state: 'redirected', hint: 'success' },
    ]);
  });
});

describe('an attempt', () => {
  test('of which the answer was lost gives way to one that names its key', async () => {
    const tab = await openTab('ada');
    const old = await begin(tab);
    await tab.updateAttempt(old, { state: 'unknown' });
    expect('unfinished' in (await tab.beginAttempt(order))).toBe(true);
    const next = await begin(tab, { insteadOf: old.key });
    expect(tab.currentAttempts().map(({ key, supersededBy }) => [key, supersededBy])).toEqual([
      [next.key, undefined],
      [old.key, next.key],
    ]);
    expect('unfinished' in (await tab.beginAttempt({ ...order, insteadOf: next.key }))).toBe(false);
  });

  test('keeps its place and its neighbours, whatever becomes known of it', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const tab = await openTab('ada');
    const old = await begin(tab);
    const next = await begin(tab, { insteadOf: old.key });
    vi.setSystemTime(Date.now() + 1_000);
    // Neither has a reference yet.
    await tab.updateAttempt(next, { state: 'unknown' });
    await tab.updateAttempt(old, { state: 'unknown' });
    expect(tab.currentAttempts().map(({ key }) => key)).toEqual([next.key, old.key]);
    vi.useRealTimers();
  });

  test('is forgotten a week after its verdict', async () => {
    const tab = await openTab('ada');
    const failed = await tab.updateAttempt(await begin(tab), { state: 'failed' });
    const weekOld = (failed?.updatedAt ?? 0) + 7 * DAY_MS;
    expect((await openTab('ada', weekOld)).currentAttempts()).toHaveLength(1);
    expect((await openTab('ada', weekOld + 1)).currentAttempts()).toEqual([]);
    expect(await everyRecord()).toEqual([]);
  });

  test('that the server takes up again under its old reference is one row', async () => {
    const tab = await openTab('ada');
    const old = await begin(tab);
    await tab.updateAttempt(old, { state: 'cancelled', reference: 'gb-1' });
    const again = await begin(tab);
    await tab.updateAttempt(again, { state: 'redirected', reference: 'gb-1' });
    expect(tab.currentAttempts().map(({ key, state }) => [key, state])).toEqual([[again.key, 'redirected']]);
  });

  test('whose result nobody closed waits for the shopper at the next start', async () => {
    const attempt = await begin(await openTab('ada'));
    const tab = await openTab('ada');
    expect(tab.isInitialising()).toBe(true);
    await tab.updateAttempt(attempt, { state: 'confirmed', reference: 'gb-1' });
    const next = await openTab('ada');
    expect(next.currentAttempts()).toMatchObject([{ state: 'confirmed', acknowledged: false }]);
    await next.updateAttempt(attempt, { acknowledged: true });
    expect((await openTab('ada')).currentAttempts()).toMatchObject([{ acknowledged: true }]);
  });
});

describe('after a sign-out', () => {
  test('an open attempt keeps no figure and no name, and comes back to its owner alone', async () => {
    const tab = await openTab('ada');
    const attempt = await begin(tab);
    await tab.updateAttempt(attempt, {
      state: 'redirected',
      reference: 'gb-1',
      authorizationUrl: 'https://card.example/56000',
    });
    await tab.eraseAttempts('ada');
    expect(tab.currentAttempts()).toEqual([]);
    const left = await everyRecord();
    expect(left).toHaveLength(1);
    expect(JSON.stringify(left)).not.toMatch(/ada|[56]000|cart-1|wallet_and/);
    expect((await openTab('bayo')).currentAttempts()).toEqual([]);
    expect((await openTab('ada')).currentAttempts()).toMatchObject([
      { key: attempt.key, reference: 'gb-1', state: 'redirected', totalAmount: 0 },
    ]);
    expect((await everyRecord()).map(([key]) => key)).toEqual([`pay|ada|${attempt.key}`]);
  });

  test('nothing is left of one that is over', async () => {
    const tab = await openTab('ada');
    const attempt = await begin(tab);
    await tab.updateAttempt(attempt, { state: 'failed' });
    await tab.eraseAttempts('ada');
    expect(await everyRecord()).toEqual([]);
  });
});

describe('a return that met nobody', () => {
  test('joins the row that its owner left at sign-out', async () => {
    const tab = await openTab('ada');
    const attempt = await begin(tab);
    await tab.updateAttempt(attempt, { state: 'redirected', reference: 'gb-1' });
    await tab.eraseAttempts('ada');
    await (await openTab(null)).noteReturn(null, 'gb-1', 'success');
    expect((await openTab('ada')).currentAttempts()).toMatchObject([
      { key: attempt.key, reference: 'gb-1', hint: 'success' },
    ]);
  });

  test('takes nothing from another shopper who never signed out', async () => {
    const tab = await openTab('bayo');
    await tab.updateAttempt(await begin(tab, { userId: 'bayo' }), { state: 'redirected', reference: 'gb-1' });
    await (await openTab(null)).noteReturn(null, 'gb-1', 'success');
    expect((await openTab('ada')).currentAttempts()).toMatchObject([
      { userId: 'ada', reference: 'gb-1', totalAmount: 0, cartId: null },
    ]);
    expect((await openTab('bayo')).currentAttempts()).toMatchObject([{ totalAmount: 56_000, hint: null }]);
  });

  test('is forgotten after a day', async () => {
    await (await openTab(null)).noteReturn(null, 'gb-9', 'success');
    expect((await openTab('ada', Date.now() + DAY_MS + 1_000)).currentAttempts()).toEqual([]);
    expect(await everyRecord()).toEqual([]);
  });
});

describe('when the phone keeps nothing', () => {
  test('without a database the row lies in local storage and survives a reload', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const attempt = await begin(await openTab('ada'));
    const next = await openTab('ada');
    expect(next.currentAttempts()).toMatchObject([{ key: attempt.key, totalAmount: 56_000 }]);
    await next.eraseAttempts('ada');
    expect(JSON.stringify({ ...localStorage })).not.toMatch(/\bada\b|\b56000\b/);
  });

  test('it moves to the database as soon as there is one', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const attempt = await begin(await openTab('ada'));
    vi.stubGlobal('indexedDB', new IDBFactory());
    const next = await openTab('ada');
    expect(next.currentAttempts()).toMatchObject([{ key: attempt.key }]);
    await next.updateAttempt(attempt, { state: 'unknown' });
    expect(Object.keys(localStorage).filter((key) => key.startsWith('payments'))).toEqual([]);
    expect(await everyRecord()).toMatchObject([[`pay|ada|${attempt.key}`, { state: 'unknown' }]]);
  });

  test('with a full disk it falls back too', async () => {
    const tab = await openTab('ada');
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const attempt = await begin(tab);
    expect(tab.currentAttempts()).toMatchObject([{ key: attempt.key }]);
    expect(Object.keys(localStorage).join()).toContain(attempt.key);
  });

  test('without local storage too, it lives as long as the tab', async () => {
    vi.stubGlobal('indexedDB', undefined);
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
    const tab = await openTab('ada');
    const attempt = await begin(tab);
    await tab.updateAttempt(attempt, { state: 'unknown' });
    expect(tab.currentAttempts()).toMatchObject([{ key: attempt.key, state: 'unknown' }]);
    expect('unfinished' in (await tab.beginAttempt(order))).toBe(true);
    vi.stubGlobal('indexedDB', new IDBFactory());
    await tab.dropAttempt(attempt);
    expect(tab.currentAttempts()).toEqual([]);
  });

  test('a damaged row is dropped and the others are read', async () => {
    const attempt = await begin(await openTab('ada'));
    const { writeRecord } = await import('./idb.ts');
    await writeRecord('pay|ada|broken', 42);
    expect((await openTab('ada')).currentAttempts().map(({ key }) => key)).toEqual([attempt.key]);
    expect(await everyRecord()).toHaveLength(1);
  });
});

test('what stays of an attempt after a sign-out tells of no amount', async () => {
  const { withoutAmounts } = await import('./payment-rows.ts');
  const attempt = await begin(await openTab('ada'));
  expect(withoutAmounts(attempt, '#hash')).toMatchObject({
    userId: '#hash',
    cartId: null,
    method: null,
    walletUse: 0,
    totalAmount: 0,
  });
});

test('what a sign-out left of an earlier release is found under the same hash', async () => {
  const { hashOf } = await import('./payment-rows.ts');
  expect(await hashOf('ada')).toBe('#5d4142a09586c30a');
  expect(await hashOf('u1')).toBe('#490ad8dfc1ff276f');
});
