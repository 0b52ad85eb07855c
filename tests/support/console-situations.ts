import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { SignInReply } from '#contract/schemas/auth.ts';
import { adjustTestWallet } from './give-money.ts';
import { createPickupTestOrder, createWrongPickupCode, type PickupTestOrder } from './pickup-order.ts';
import type { TestShop } from './shop.ts';
import { findProductId } from './shop-facts.ts';
import { callShopApi, createShopperAccount, TestShopper } from './shopper.ts';

/** These helpers create data for the console's screens through real actions of shoppers and operators. */

/** The console's addresses contain these ids of a purchase. */
export interface ConsolePurchase {
  userId: string;
  name: string;
  reference: string;
  trackingNumber: string;
  groupId: string;
  /** Code of the pickup centre. */
  centre: string;
}

/** Signs up a shopper who buys kegs of palm oil from the wallet; fifty kegs fill a group. */
export async function createWalletPurchase(
  shop: TestShop,
  name = 'Amaka Okafor',
  kegs = 1,
): Promise<ConsolePurchase> {
  const shopper = await TestShopper.signUp(shop.url, name);
  const cart = await shopper.add(await findProductId(shop, 'red-palm-oil-25l'), kegs, 'keg-5l');
  await adjustTestWallet(shop, shopper.id, cart.totalPrice);
  const { body } = await shopper.payFor(cart, { method: 'wallet_only', walletNaira: cart.totalPrice });
  if (!body.success) throw new Error(`${name} could not pay`);
  const [bought] = await shop.db.query<ConsolePurchase>(
    `SELECT o.user_id AS "userId", u.name, p.reference, o.tracking_no AS "trackingNumber", i.group_id AS "groupId",
       c.code AS centre
     FROM orders o JOIN users u ON u.id = o.user_id JOIN payments p ON p.id = o.payment_id
       JOIN order_items i ON i.order_id = o.id JOIN pickup_centres c ON c.id = o.centre_id
     WHERE o.user_id = $1`,
    [shopper.id],
  );
  if (!bought) throw new Error(`${name} has bought nothing`);
  return bought;
}

/** Signs up a shopper who fills a group whose goods become ready. Call it before any operator is added. */
export async function createReadyOrder(shop: TestShop, name = 'Tunde Bello'): Promise<ConsolePurchase> {
  const bought = await createWalletPurchase(shop, name, 50);
  const isSecured = async () =>
    (await shop.db.query('SELECT 1 FROM fulfilment_batches WHERE group_id = $1', [bought.groupId])).length >
    0;
  for (let tries = 0; !(await isSecured()); tries += 1) {
    if (tries === 300) throw new Error('the filled group was not secured');
    await delay(100);
  }
  await shop.ops(
    ...['batch', 'move', '--centre', bought.centre],
    ...['--from', 'secured', '--to', 'ready_for_pickup'],
  );
  return bought;
}

/** The operator on this page hands out an order offline, with a wrong pickup code. */
export async function createInvalidCodeHandOut(
  page: Page,
  shop: TestShop,
  name = 'Uche Obi',
): Promise<PickupTestOrder> {
  const order = await createPickupTestOrder(shop, name, { ready: ['Honey beans of Abakaliki, stone free'] });
  const answer = await page.request.post(
    `${shop.url}/api/ops/pickup/orders/${order.trackingNumber}/collect`,
    {
      data: { code: createWrongPickupCode(order), lines: [1], at: new Date().toISOString() },
      headers: { origin: shop.url, 'idempotency-key': randomUUID() },
    },
  );
  if (answer.status() !== 400) throw new Error(`the wrong code was not refused: ${answer.status()}`);
  return order;
}

/** Backdates the time at which the order's goods became ready. */
export async function backdateReadyOrder(
  shop: TestShop,
  { slugs }: PickupTestOrder,
  days: number,
): Promise<void> {
  await shop.db.query(
    `UPDATE fulfilment_batches b SET ready_at = app_now() - $2 * interval '1 day'
     FROM groups g JOIN products p ON p.id = g.product_id WHERE g.id = b.group_id AND p.slug = ANY ($1)`,
    [slugs, days],
  );
}

/** Requests a temporary key as a new shopper. @returns the request's id and its fields. */
export async function createRecoveryRequest(
  shop: TestShop,
  name = 'Bola Ade',
): Promise<{ id: string; userId: string }> {
  const { account, id: userId } = await TestShopper.signUp(shop.url, name);
  const { email, phone } = account;
  const body = { email, phone, reason: 'My phone fell into the lagoon' };
  await callShopApi(shop.url, 'POST', '/api/auth/request-recovery-key-reset', { body });
  const [row] = await shop.db.query<{ id: string }>('SELECT id FROM recovery_requests WHERE email = $1', [
    email,
  ]);
  if (!row) throw new Error(`${name} has asked for nothing`);
  return { id: row.id, userId };
}

/** Creates a referred shopper with a fraud flag. @returns the shopper's e-mail. */
export async function createFlaggedReferral(shop: TestShop): Promise<string> {
  const { session } = await TestShopper.signUp(shop.url, 'Chika Obi');
  const friend = { ...createShopperAccount('Dayo Bello'), referralCode: session.user.referralCode };
  const answer = await callShopApi<SignInReply>(shop.url, 'POST', '/api/auth/signup', { body: friend });
  if (answer.status !== 201) throw new Error(`the friend could not sign up: ${answer.status}`);
  const marked = await shop.db.query(
    `UPDATE referrals SET flags = '{same_phone}' WHERE referee_id = $1 RETURNING 1`,
    [answer.body.user.id],
  );
  if (marked.length === 0) throw new Error('nobody has brought the friend');
  return friend.email;
}

/** Creates an outbox row that the shop gave up on. @returns the row's id. */
export async function createDeadOutboxRow(shop: TestShop): Promise<number> {
  const [row] = await shop.db.query<{ id: number }>(
    `INSERT INTO outbox (topic, dedupe_key, payload, dead_at, last_error)
     VALUES ('referral', gen_random_uuid()::text, '{}', now(), 'the friend is gone') RETURNING id`,
  );
  if (!row) throw new Error('no row was made');
  return row.id;
}

/** Grants goodwill above one operator's limit, which needs approval. @returns the proposal's id. */
export async function createApprovalProposal(page: Page, shop: TestShop, amount = 60_000): Promise<number> {
  const { account } = await TestShopper.signUp(shop.url, 'Efe Odili');
  const answer = await page.request.post(`${shop.url}/api/ops/goodwill`, {
    data: { email: account.email, amount, reason: 'Two bags were torn' },
    headers: { origin: shop.url, 'idempotency-key': account.email.slice(0, 60) },
  });
  const { proposal } = (await answer.json()) as { proposal?: { id: number } };
  if (!proposal) throw new Error(`nothing was proposed: ${await answer.text()}`);
  return proposal.id;
}
