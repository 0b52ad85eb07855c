import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { beginSamplePayment, createSampleAttemptInput } from '../../../../tests/support/begun-payment.ts';
import { storage, testPayments } from '../../../../tests/support/own-app.tsx';
import { OfflineStorage } from '../../../offline/storage/storage.ts';
import { applyAttemptChange, isAttemptDeletable } from './attempt.ts';
import { type NewAttemptInput, PaymentAttemptStore } from './payment-attempts.ts';

const order = createSampleAttemptInput();
const begun = (change?: Partial<NewAttemptInput>) => beginSamplePayment(testPayments, change);

beforeEach(async () => {
  await storage.removeAll('pay|');
  await testPayments.load(null);
});

describe('an attempt', () => {
  test('is stored before anything is sent', async () => {
    const attempt = await begun();
    expect(await storage.list('pay|ada|')).toEqual([[`pay|ada|${attempt.key}`, attempt]]);
    expect(testPayments.current()).toEqual([attempt]);
  });

  test('that is not finished stops a second one', async () => {
    const first = await begun();
    const second = await testPayments.begin(order);
    expect('unfinished' in second && second.unfinished.key).toBe(first.key);
  });

  test('gives way to one that names it', async () => {
    const first = await begun();
    await testPayments.update(first, { reference: 'gb-1', state: 'redirected' });
    await expect(begun({ ...order, supersedes: 'gb-1' })).resolves.toMatchObject({ supersedes: 'gb-1' });
  });

  test('gives way after a cancelled return', async () => {
    const first = await begun();
    await testPayments.update(first, { reference: 'gb-1', state: 'redirected' });
    await testPayments.storeReturn('ada', 'gb-1', 'cancelled');
    await expect(begun()).resolves.toMatchObject({ state: 'initialising' });
  });

  test("of one shopper is not another's", async () => {
    await begun();
    expect(await testPayments.load('bola')).toEqual([]);
    await expect(begun({ ...order, userId: 'bola' })).resolves.toMatchObject({ userId: 'bola' });
  });
});

describe('a tab that is hidden', () => {
  afterEach(() => vi.restoreAllMocks());

  test('leaves the disk to the tab that pays, and knows of the payment once it is seen', async () => {
    await begun();
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const read = vi.spyOn(IDBObjectStore.prototype, 'getAll');
    await new PaymentAttemptStore(new OfflineStorage()).update(
      { key: testPayments.current()[0]?.key ?? '', userId: 'ada' },
      { reference: 'gb-1' },
    );
    const afterWriting = read.mock.calls.length;
    // Messages arrive in the order of sending, so the other tab's has arrived when this one does.
    await messageThrough('app-payments');
    expect(read.mock.calls.length).toBe(afterWriting);
    expect(testPayments.current()).toMatchObject([{ reference: null }]);
    visibility.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.poll(testPayments.current).toMatchObject([{ reference: 'gb-1' }]);
  });
});

async function messageThrough(name: string): Promise<void> {
  const [from, to] = [new BroadcastChannel(name), new BroadcastChannel(name)];
  const heard = new Promise((resolve) => to.addEventListener('message', resolve));
  from.postMessage('changed');
  await heard;
  from.close();
  to.close();
}

describe('a return', () => {
  test('is only a hint on the row', async () => {
    const attempt = await begun();
    await testPayments.update(attempt, { reference: 'gb-1', state: 'redirected' });
    const row = await testPayments.storeReturn('ada', 'gb-1', 'success');
    expect(row).toMatchObject({ key: attempt.key, state: 'returned', hint: 'success', result: null });
  });

  test('noted twice leaves one row', async () => {
    await testPayments.storeReturn('ada', 'gb-9', 'success');
    await testPayments.storeReturn('ada', 'gb-9', 'success');
    expect(await testPayments.load('ada')).toHaveLength(1);
  });

  test('without a session is claimed by the next sign-in', async () => {
    await testPayments.storeReturn(null, 'gb-7', 'success');
    expect(await testPayments.load('ada')).toMatchObject([
      { reference: 'gb-7', userId: 'ada', hint: 'success', walletUse: 0, totalAmount: 0 },
    ]);
    expect(await storage.list('pay|-|')).toEqual([]);
  });
});

test('a verdict is final, and confirmed beats every other', async () => {
  const attempt = await begun();
  const failed = applyAttemptChange(attempt, { state: 'failed' }, 1);
  expect(applyAttemptChange(failed, { state: 'returned' }, 2).state).toBe('failed');
  expect(applyAttemptChange(failed, { state: 'confirmed' }, 2).state).toBe('confirmed');
  const confirmed = applyAttemptChange(attempt, { state: 'confirmed' }, 1);
  expect(applyAttemptChange(confirmed, { state: 'cancelled' }, 2).state).toBe('confirmed');
});

test('a row goes a week after its verdict, an unclaimed return after a day', async () => {
  const attempt = await begun();
  const day = 24 * 60 * 60_000;
  expect(isAttemptDeletable(attempt, attempt.updatedAt + 30 * day)).toBe(false);
  const final = applyAttemptChange(attempt, { state: 'expired' }, 0);
  expect(isAttemptDeletable(final, 7 * day)).toBe(false);
  expect(isAttemptDeletable(final, 7 * day + 1)).toBe(true);
  expect(isAttemptDeletable({ ...attempt, userId: null, updatedAt: 0 }, day + 1)).toBe(true);
});
