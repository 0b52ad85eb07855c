import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { beginSamplePayment, createSampleAttemptInput } from '../../../../tests/support/begun-payment.ts';
import { OfflineStorage } from '../../../offline/storage/storage.ts';
import { anonymiseAttempt } from './attempt.ts';
import { hashOwnerId } from './owner-hash.ts';
import { type NewAttemptInput, PaymentAttemptStore } from './payment-attempts.ts';

type Tab = PaymentAttemptStore;

const DAY_MS = 24 * 60 * 60_000;
const order = createSampleAttemptInput({
  method: 'wallet_and_flutterwave',
  walletUse: 6_000,
  totalAmount: 56_000,
});

/** Opens another tab, or starts again after a kill: its own attempts on the same database. */
async function openTab(userId: string | null, nowMs?: number): Promise<Tab> {
  const payments = new PaymentAttemptStore(new OfflineStorage());
  await payments.load(userId, nowMs);
  return payments;
}

const begin = (tab: Tab, more: Partial<NewAttemptInput> = {}) =>
  beginSamplePayment(tab, { ...order, ...more });

async function everyRecord(): Promise<[string, unknown][]> {
  return await new OfflineStorage().list('pay');
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
    const both = await Promise.all([a.begin(order), b.begin(order)]);
    expect(both.filter((answer) => 'attempt' in answer)).toHaveLength(1);
    expect(await (await openTab('ada')).load('ada')).toHaveLength(1);
  });

  test('changing one row at once lose neither change', async () => {
    const a = await openTab('ada');
    const attempt = await begin(a);
    const b = await openTab('ada');
    await Promise.all([
      a.update(attempt, { reference: 'gb-1', state: 'redirected' }),
      b.update(attempt, { hint: 'success' }),
    ]);
    expect(await (await openTab('ada')).load('ada')).toMatchObject([
      { reference: 'gb-1', state: 'redirected', hint: 'success' },
    ]);
  });
});

describe('an attempt', () => {
  test('of which the answer was lost gives way to one that names its key', async () => {
    const tab = await openTab('ada');
    const old = await begin(tab);
    await tab.update(old, { state: 'unknown' });
    expect('unfinished' in (await tab.begin(order))).toBe(true);
    const next = await begin(tab, { insteadOf: old.key });
    expect(tab.current().map(({ key, supersededBy }) => [key, supersededBy])).toEqual([
      [next.key, undefined],
      [old.key, next.key],
    ]);
    expect('unfinished' in (await tab.begin({ ...order, insteadOf: next.key }))).toBe(false);
  });

  test('keeps its place and its neighbours, whatever becomes known of it', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const tab = await openTab('ada');
    const old = await begin(tab);
    const next = await begin(tab, { insteadOf: old.key });
    vi.setSystemTime(Date.now() + 1_000);
    // Neither payment has a reference yet.
    await tab.update(next, { state: 'unknown' });
    await tab.update(old, { state: 'unknown' });
    expect(tab.current().map(({ key }) => key)).toEqual([next.key, old.key]);
    vi.useRealTimers();
  });

  test('is forgotten a week after its verdict', async () => {
    const tab = await openTab('ada');
    const failed = await tab.update(await begin(tab), { state: 'failed' });
    const weekOld = (failed?.updatedAt ?? 0) + 7 * DAY_MS;
    expect((await openTab('ada', weekOld)).current()).toHaveLength(1);
    expect((await openTab('ada', weekOld + 1)).current()).toEqual([]);
    expect(await everyRecord()).toEqual([]);
  });

  test('that the server takes up again under its old reference is one row', async () => {
    const tab = await openTab('ada');
    const old = await begin(tab);
    await tab.update(old, { state: 'cancelled', reference: 'gb-1' });
    const again = await begin(tab);
    await tab.update(again, { state: 'redirected', reference: 'gb-1' });
    expect(tab.current().map(({ key, state }) => [key, state])).toEqual([[again.key, 'redirected']]);
  });

  test('whose result nobody closed waits for the shopper at the next start', async () => {
    const attempt = await begin(await openTab('ada'));
    const tab = await openTab('ada');
    await tab.update(attempt, { state: 'confirmed', reference: 'gb-1' });
    const next = await openTab('ada');
    expect(next.current()).toMatchObject([{ state: 'confirmed', acknowledged: false }]);
    await next.update(attempt, { acknowledged: true });
    expect((await openTab('ada')).current()).toMatchObject([{ acknowledged: true }]);
  });
});

describe('after a sign-out', () => {
  test('an open attempt keeps no figure and no name, and comes back to its owner alone', async () => {
    const tab = await openTab('ada');
    const attempt = await begin(tab);
    await tab.update(attempt, {
      state: 'redirected',
      reference: 'gb-1',
      authorizationUrl: 'https://card.example/56000',
    });
    await tab.erase('ada');
    expect(tab.current()).toEqual([]);
    const left = await everyRecord();
    expect(left).toHaveLength(1);
    // The random key may contain these letters or digits by chance.
    const withoutKey = JSON.stringify(left).replaceAll(attempt.key, '');
    expect(withoutKey).not.toMatch(/ada|[56]000|cart-1|wallet_and/);
    expect((await openTab('bayo')).current()).toEqual([]);
    expect((await openTab('ada')).current()).toMatchObject([
      { key: attempt.key, reference: 'gb-1', state: 'redirected', totalAmount: 0 },
    ]);
    expect((await everyRecord()).map(([key]) => key)).toEqual([`pay|ada|${attempt.key}`]);
  });

  test('nothing is left of one that is over', async () => {
    const tab = await openTab('ada');
    const attempt = await begin(tab);
    await tab.update(attempt, { state: 'failed' });
    await tab.erase('ada');
    expect(await everyRecord()).toEqual([]);
  });
});

describe('a return that met nobody', () => {
  test('joins the row that its owner left at sign-out', async () => {
    const tab = await openTab('ada');
    const attempt = await begin(tab);
    await tab.update(attempt, { state: 'redirected', reference: 'gb-1' });
    await tab.erase('ada');
    await (await openTab(null)).storeReturn(null, 'gb-1', 'success');
    expect((await openTab('ada')).current()).toMatchObject([
      { key: attempt.key, reference: 'gb-1', hint: 'success' },
    ]);
  });

  test('takes nothing from another shopper who never signed out', async () => {
    const tab = await openTab('bayo');
    await tab.update(await begin(tab, { userId: 'bayo' }), { state: 'redirected', reference: 'gb-1' });
    await (await openTab(null)).storeReturn(null, 'gb-1', 'success');
    expect((await openTab('ada')).current()).toMatchObject([
      { userId: 'ada', reference: 'gb-1', totalAmount: 0, cartId: null },
    ]);
    expect((await openTab('bayo')).current()).toMatchObject([{ totalAmount: 56_000, hint: null }]);
  });

  test('is forgotten after a day', async () => {
    await (await openTab(null)).storeReturn(null, 'gb-9', 'success');
    expect((await openTab('ada', Date.now() + DAY_MS + 1_000)).current()).toEqual([]);
    expect(await everyRecord()).toEqual([]);
  });
});

describe('when the phone keeps nothing', () => {
  test.each([
    ['without a database', () => vi.stubGlobal('indexedDB', undefined)],
    [
      'with a full disk',
      () =>
        vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
          throw new DOMException('full', 'QuotaExceededError');
        }),
    ],
  ])('%s the row lives as long as the tab', async (_, take) => {
    take();
    const tab = await openTab('ada');
    const attempt = await begin(tab);
    await tab.update(attempt, { state: 'unknown' });
    expect(tab.current()).toMatchObject([{ key: attempt.key, state: 'unknown' }]);
    expect('unfinished' in (await tab.begin(order))).toBe(true);
    await tab.drop(attempt);
    expect(tab.current()).toEqual([]);
  });

  test('a damaged row is dropped and the others are read', async () => {
    const attempt = await begin(await openTab('ada'));
    await new OfflineStorage().write('pay|ada|broken', 42);
    expect((await openTab('ada')).current().map(({ key }) => key)).toEqual([attempt.key]);
    expect(await everyRecord()).toHaveLength(1);
  });
});

test('what stays of an attempt after a sign-out tells of no amount', async () => {
  const attempt = await begin(await openTab('ada'));
  expect(anonymiseAttempt(attempt, '#hash')).toMatchObject({
    userId: '#hash',
    cartId: null,
    method: null,
    walletUse: 0,
    totalAmount: 0,
  });
});

test('what a sign-out left of an earlier release is found under the same hash', async () => {
  expect(await hashOwnerId('ada')).toBe('#5d4142a09586c30a');
  expect(await hashOwnerId('u1')).toBe('#490ad8dfc1ff276f');
});
