import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { AddToCartReply } from '#contract/schemas/cart.ts';
import type { LeaveGroupReply } from '#contract/schemas/group.ts';
import type { InitializePaymentReply } from '#contract/schemas/payment.ts';
import type { Wallet } from '#contract/schemas/wallet.ts';
import { refundOrderLine } from '../../server/features/groups/group-refund-service.ts';
import { createCloseGroupsJob } from '../../server/jobs/close-groups-job.ts';
import { UNLIMITED_SYSTEM_ACTOR } from '../../server/ledger/amount-approval.ts';
import { startTestApi, type TestApiResponse } from '../support/api.ts';
import { addTestPickupCentre, addTestProduct } from '../support/api-catalogue.ts';
import { payFromWalletThroughApi } from '../support/api-checkout.ts';
import { type SignedUpApiShopper, signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { adjustTestWallet } from '../support/give-money.ts';

const api = openFixtureForFile(() => startTestApi({ env: { RATE_LIMIT_FACTOR: '1000' } }));
let product: string;
/** The shopper who has opened the group with 4 units. */
let ada: SignedUpApiShopper;
let groupId: string;

beforeAll(() => addTestPickupCentre(api));
beforeEach(async () => {
  product = await addTestProduct(api, { priceNaira: 1_000, minUnits: 1_000 });
  ada = await richShopper();
  groupId = (await payFromWalletThroughApi(api, ada, product, 4)).groupBuys[0]?.groupId as string;
});

async function richShopper(): Promise<SignedUpApiShopper> {
  const shopper = await signUpShopper(api);
  await adjustTestWallet(api, shopper.id, 20_000);
  return shopper;
}

/** Fills the cart. @returns a function that pays for it from the wallet. */
async function joinOf(
  shopper: SignedUpApiShopper,
): Promise<() => Promise<TestApiResponse<InitializePaymentReply>>> {
  const { token, phone } = shopper;
  const url = '/api/cart/add';
  const added = await api.call<AddToCartReply>({
    method: 'POST',
    url,
    body: { productId: product, quantity: 1 },
    token,
  });
  const { cartId, totalPrice } = added.body.data;
  const body = {
    walletUse: totalPrice,
    paymentMethod: 'wallet_only',
    cartId,
    expectedTotal: totalPrice,
    deliveryAddress: { state: 'Lagos', city: 'Ikeja', street: '1 Allen Avenue' },
    phone,
  };
  const idempotencyKey = randomUUID();
  return () => api.call({ method: 'POST', url: '/api/payment/initialize', body, token, idempotencyKey });
}

const walletOf = async ({ token }: SignedUpApiShopper): Promise<TestApiResponse<Wallet>> =>
  api.call<Wallet>({ method: 'GET', url: '/api/wallet', token });
const unitsSold = async (): Promise<number | undefined> =>
  (await api.db.query<{ sold: number }>('SELECT units_sold AS sold FROM groups WHERE id = $1', [groupId]))[0]
    ?.sold;

/** Lists the connections that wait for a lock. */
const waiting = () =>
  api.db.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );

/** Refunds all of Ada's order, as an operator does. */
async function payBack(): Promise<number> {
  const [order] = await api.db.query<{ trackingNumber: string }>(
    'SELECT tracking_no AS "trackingNumber" FROM orders WHERE user_id = $1',
    [ada.id],
  );
  const line = { trackingNumber: order?.trackingNumber ?? '', lineNo: 1 };
  return refundOrderLine(api.db, line, null, { ...UNLIMITED_SYSTEM_ACTOR, approvedBy: null, reason: 'test' });
}

/** Connects another program to the same database. */
async function openOther(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: api.connectionString });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Locks the rows of these groups until the returned function is called, as a forgotten console does. */
async function holdRow(...ids: string[]): Promise<() => Promise<void>> {
  const client = await openOther();
  await client.query('BEGIN');
  await client.query('SELECT 1 FROM groups WHERE id = ANY ($1::uuid[]) FOR UPDATE', [ids]);
  return async () => void (await client.query('ROLLBACK'));
}

/**
 * Stops reading from the database once a message with this text was sent, as a process that hangs at this moment.
 *
 * @returns its connection, once that has happened.
 */
function stopAfterSending(text: string): Promise<Socket> {
  return new Promise((resolve) => {
    let isArmed = true;
    const watch = (client: pg.PoolClient): void => {
      const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
      const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
      stream.write = (...args: unknown[]) => {
        const isFlushed = write(...args);
        if (isArmed && String(args[0]).includes(text)) {
          isArmed = false;
          stream.pause();
          resolve(stream);
        }
        return isFlushed;
      };
    };
    api.db.pool.on('acquire', watch);
    onTestFinished(() => void api.db.pool.off('acquire', watch));
  });
}

/** Tells whether another transaction can lock the row of the group. */
async function isFree(other: pg.Client): Promise<boolean> {
  const found = await other.query('SELECT 1 FROM groups WHERE id = $1 FOR UPDATE SKIP LOCKED', [groupId]);
  return found.rowCount === 1;
}

describe('a shop that stops the instant it has told the database', () => {
  test('to pay from a wallet holds up no other buyer, and answers once it goes on', async () => {
    const other = await openOther();
    const [pay, payToo] = [await joinOf(await richShopper()), await joinOf(await richShopper())];
    const stopped = stopAfterSending('settle_');
    const paying = pay();
    const line = await stopped;
    await expect.poll(unitsSold, { timeout: 20_000 }).toBe(5);
    expect(await isFree(other)).toBe(true);
    expect((await payToo()).status).toBe(200);
    line.resume();
    const paid = await paying;
    expect([paid.status, paid.body.newWalletBalance]).toEqual([200, 19_000]);
    expect(paid.body.groupBuys[0]).toMatchObject({ groupId, status: 'active' });
  });

  test('to pay from a wallet and dies there answers the repeated request as if nothing had been', async () => {
    const buyer = await richShopper();
    const pay = await joinOf(buyer);
    const stopped = stopAfterSending('settle_');
    const paying = pay();
    const line = await stopped;
    await expect.poll(unitsSold, { timeout: 20_000 }).toBe(5);
    line.destroy();
    expect((await paying).status).toBeGreaterThanOrEqual(500);
    const again = await pay();
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([200, 'true']);
    expect(again.body).toMatchObject({ success: true, walletUsed: 1_000, newWalletBalance: 19_000 });
    expect(again.body.groupBuys[0]?.groupId).toBe(groupId);
    expect((await pay()).body).toEqual(again.body);
    expect((await walletOf(buyer)).body.balance).toBe(19_000);
    expect(await unitsSold()).toBe(5);
  });

  test('to leave a group holds up no other buyer, and a repeated request is answered the same', async () => {
    const other = await openOther();
    const idempotencyKey = randomUUID();
    const url = `/api/group/${groupId}/leave`;
    const leave = () =>
      api.call<LeaveGroupReply>({ method: 'POST', url, body: {}, token: ada.token, idempotencyKey });
    const stopped = stopAfterSending('leave_');
    const leaving = leave();
    const line = await stopped;
    await expect.poll(unitsSold, { timeout: 20_000 }).toBe(0);
    expect(await isFree(other)).toBe(true);
    line.destroy();
    expect((await leaving).status).toBeGreaterThanOrEqual(500);
    // The repeated call must not make the shopper leave again, who has joined again meanwhile.
    await payFromWalletThroughApi(api, ada, product, 3);
    const again = await leave();
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([200, 'true']);
    expect(again.body.data).toMatchObject({ _id: groupId, userUnits: 3 });
    expect(await unitsSold()).toBe(3);
  });

  test('to pay a line of an order back holds up no other buyer, and the line is paid back once', async () => {
    const other = await openOther();
    const stopped = stopAfterSending('free_units');
    const refunding = payBack();
    const line = await stopped;
    await expect.poll(unitsSold, { timeout: 20_000 }).toBe(0);
    expect(await isFree(other)).toBe(true);
    line.resume();
    expect(await refunding).toBe(400_000);
    await expect(payBack()).rejects.toThrow('₦0 of this line can be refunded.');
    expect((await walletOf(ada)).body.balance).toBe(20_000);
  });
});

test('while one group is stuck all other calls are answered, its buyers soon hear to try again, and nobody pays twice', async () => {
  const stranger = await richShopper();
  const joins = await Promise.all(Array.from({ length: 25 }, async () => joinOf(await richShopper())));
  const release = await holdRow(groupId);
  const answers = joins.map((join) => join());
  await expect.poll(async () => (await waiting()).length).toBeGreaterThan(3);
  expect((await walletOf(stranger)).status).toBe(200);
  // Half of the connections are kept free for other calls.
  expect((await waiting()).length).toBeLessThanOrEqual(10);
  for (const { status, headers, body } of await Promise.all(answers)) {
    expect([status, body]).toMatchObject([503, { success: false, code: 'unavailable' }]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  await release();
  for (const join of joins) expect((await join()).status).toBe(200);
  for (const join of joins) expect((await join()).status).toBe(200);
  expect(await unitsSold()).toBe(4 + joins.length);
});

test('a stuck group that is due keeps no other group from closing', async () => {
  const stuck = groupId;
  const others: string[] = [];
  for (const minUnits of [100, 1]) {
    product = await addTestProduct(api, { priceNaira: 1_000, minUnits });
    others.push((await payFromWalletThroughApi(api, ada, product, 1)).groupBuys[0]?.groupId as string);
  }
  await api.clock.advance(49 * 3_600_000);
  const release = await holdRow(stuck);
  const job = createCloseGroupsJob({
    db: api.db,
    wakeRefunds: () => undefined,
    onReviewOverdue: () => undefined,
  });
  const statuses = async () => {
    const rows = await api.db.query<{ status: string }>(
      'SELECT status FROM groups WHERE id = ANY ($1::uuid[]) ORDER BY array_position($1::uuid[], id)',
      [[stuck, ...others]],
    );
    return rows.map((row) => row.status);
  };
  const run = job.run({ isStopping: () => false });
  await expect(run).rejects.toThrow('some groups could not be moved');
  expect(await statuses()).toEqual(['active', 'failed', 'secured']);
  await release();
  await job.run({ isStopping: () => false });
  expect(await statuses()).toEqual(['failed', 'failed', 'secured']);
});
