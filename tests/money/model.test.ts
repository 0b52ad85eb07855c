import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PaymentRecord } from '../../server/features/payments/payment-record.ts';
import { endExpiredPaymentAttempt } from '../../server/features/payments/settle/expire-payment.ts';
import { createTestDatabase } from '../support/database.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { expectInvariants } from './support/expect-invariants.ts';
import { runJobs } from './support/run-jobs.ts';
import { type ModelGroup, type ModelPayment, ShopModel, unitsOf } from './support/shop-model.ts';
import { type MoneyShop, paidTransaction, withMoney } from './support/with-money.ts';

const USERS = 3;
const MINIMA = [3, 5];
const LIMITS = [Number.POSITIVE_INFINITY, 4];
const BALANCES_KOBO = [0, 250_000, 1_000_000];

type Step =
  | { do: 'add'; user: number; product: number; isSolo: boolean; quantity: number }
  | { do: 'begin'; user: number; walletShare: number }
  | { do: 'pay'; payment: number; extraKobo: number; times: number }
  | { do: 'payLate'; payment: number }
  | { do: 'decline'; payment: number }
  | { do: 'expire'; payment: number }
  | { do: 'leave'; user: number; group: number }
  | { do: 'takeLess'; user: number; group: number; line: number; kept: number }
  | { do: 'wait'; minutes: number }
  | { do: 'jobs' };

const user = fc.nat(USERS - 1);
const index = fc.nat(30);
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('add' as const),
      user,
      product: fc.nat(1),
      isSolo: oneIn(5),
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
  },
  // The wallet never pays the whole total: wallet-only payments are settled where they begin, which the races test. A
  // card pays at least ₦100.
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('begin' as const),
      user,
      walletShare: fc.constantFrom(0, 0, 10, 50, 90),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      payment: index,
      extraKobo: fc.constantFrom(0, 0, 0, 0, -100, -50_000, 100, 12_345),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('payLate' as const), payment: index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('decline' as const), payment: index }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('expire' as const), payment: index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const), user, group: index }) },
  {
    weight: 3,
    arbitrary: fc.record({
      ...{ do: fc.constant('takeLess' as const), user, group: index },
      ...{ line: fc.nat(2), kept: fc.nat(3) },
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      minutes: fc.constantFrom(1, 50, 24 * 60, 48 * 60),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'jobs' as const }) },
);

function oneIn(count: number): fc.Arbitrary<boolean> {
  return fc.nat(count - 1).map((value) => value === 0);
}

const shop = openFixtureForFile(createTestDatabase, withMoney);

it('agrees with a plain model after every step of any sequence', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 20, maxLength: 80, size: 'max' }), async (sequence) => {
      const run = await Run.open(shop);
      for (const step of sequence) {
        await run.take(step);
        await run.compare();
      }
      await expectInvariants(shop.db);
    }),
    { numRuns: 50, interruptAfterTimeLimit: 45_000 },
  );
});

/** Plays one sequence on its own shoppers and products, in the database and in the model side by side. */
class Run {
  private readonly model = new ShopModel(BALANCES_KOBO, MINIMA, LIMITS);
  private readonly shop: MoneyShop;
  private readonly userIds: string[];
  private readonly productIds: string[];
  private readonly records = new Map<ModelPayment, PaymentRecord>();

  private constructor(of: MoneyShop, userIds: string[], productIds: string[]) {
    this.shop = of;
    this.userIds = userIds;
    this.productIds = productIds;
  }

  static async open(of: MoneyShop): Promise<Run> {
    const userIds = await Promise.all(BALANCES_KOBO.map((balance) => of.shopper(balance)));
    const productIds = await Promise.all(MINIMA.map((minUnits) => of.product(minUnits)));
    await of.db.query('UPDATE products SET max_units_per_person = $2 WHERE id = $1', [
      productIds[1],
      LIMITS[1],
    ]);
    return new Run(of, userIds, productIds);
  }

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case 'add': {
        const { product, isSolo, quantity } = step;
        this.model.addToCart(step.user, { product, isSolo, quantity });
        const line = { productId: this.productIds[product] ?? '', isSolo, quantity };
        await this.shop.addToCart(this.userIds[step.user] ?? '', line);
        return;
      }
      case 'begin':
        return this.begin(step.user, step.walletShare);
      case 'pay':
        return this.pay(step.payment, step.extraKobo, step.times);
      case 'payLate': {
        // A late payment: its attempt was superseded or expired long ago, and its group may be secured or failed by
        // now.
        const late = [...this.records.keys()].filter((one) => !one.outcome && !one.isLive);
        const payment = late[step.payment % Math.max(1, late.length)];
        if (!payment) return;
        return this.pay([...this.records.keys()].indexOf(payment), 0, 2);
      }
      case 'decline': {
        const [, record] = this.payment(step.payment) ?? [];
        if (!record) return;
        const declined = paidTransaction(record, { status: 'failed', reason: 'Declined' });
        expect((await this.shop.settle(record.reference, declined)).result).toBe('unchanged');
        return;
      }
      case 'expire': {
        const [payment, record] = this.payment(step.payment) ?? [];
        if (!payment || !record) return;
        const attempt = { reference: record.reference, isOverdue: false };
        const hasEnded = await endExpiredPaymentAttempt(this.shop.db, attempt, {
          ok: true,
          transaction: null,
        });
        expect(hasEnded).toBe(payment.isLive);
        this.model.endAttempt(payment);
        return;
      }
      case 'leave':
        return this.leave(step.user, step.group);
      case 'takeLess':
        return this.takeLess(step.user, step.group, step.line, step.kept);
      case 'wait':
        this.model.nowMs += step.minutes * 60_000;
        return this.shop.advance(step.minutes * 60_000);
      case 'jobs':
        this.model.runJobs();
        return runJobs(this.shop.db);
    }
  }

  private async begin(userIndex: number, walletShare: number): Promise<void> {
    const walletKobo = this.model.walletPart(userIndex, walletShare);
    const payment = this.model.begin(userIndex, walletShare);
    const beginning = this.shop.begin(this.userIds[userIndex] ?? '', walletKobo);
    if (!payment) {
      const refused = { code: expect.stringMatching('cart_empty|wallet_insufficient|limit_per_person') };
      return expect(beginning).rejects.toMatchObject(refused);
    }
    const record = await beginning;
    expect(record).toMatchObject({ walletKobo: payment.walletKobo, cardKobo: payment.cardKobo });
    this.records.set(payment, record);
  }

  private async pay(paymentIndex: number, extraKobo: number, times: number): Promise<void> {
    const [payment, record] = this.payment(paymentIndex) ?? [];
    if (!payment || !record) return;
    const amountKobo = Math.max(100, payment.cardKobo + extraKobo);
    const transaction = paidTransaction(record, { amountKobo });
    const expected = this.model.pay(payment, amountKobo);
    const answers = await Promise.all(
      Array.from({ length: times }, () => this.shop.settle(record.reference, transaction)),
    );
    for (const answer of answers) expect(answer.result).toBe(expected);
  }

  private async leave(userIndex: number, groupIndex: number): Promise<void> {
    const group = this.model.groups[groupIndex % Math.max(1, this.model.groups.length)];
    if (!group) return;
    const [row] = await this.shop.db.query<{ answer: string }>('SELECT leave_group($1, $2) AS answer', [
      this.userIds[userIndex],
      await this.idOf(group),
    ]);
    expect(row?.answer).toBe(this.model.leave(userIndex, group));
  }

  private async takeLess(userIndex: number, groupIndex: number, place: number, kept: number): Promise<void> {
    const group = this.model.groups[groupIndex % Math.max(1, this.model.groups.length)];
    if (!group) return;
    const [line] = await this.shop.db.query<{ trackingNumber: string; lineNo: number }>(
      `SELECT o.tracking_no AS "trackingNumber", i.line_no AS "lineNo" FROM order_items i JOIN orders o ON o.id = i.order_id
       WHERE i.user_id = $1 AND i.group_id = $2 AND i.counted ORDER BY i.id OFFSET $3 LIMIT 1`,
      [this.userIds[userIndex], await this.idOf(group), place],
    );
    const taking = this.shop.db.query('SELECT take_less($1, $2, $3, $4, $5)', [
      ...[this.userIds[userIndex], await this.idOf(group)],
      ...[line?.trackingNumber ?? '', line?.lineNo ?? 1, kept],
    ]);
    if (this.model.takeLess(userIndex, group, place, kept)) await taking;
    else await expect(taking).rejects.toMatchObject({ code: 'AJ002' });
  }

  async compare(): Promise<void> {
    const wallets = await Promise.all(this.userIds.map((userId) => this.shop.wallet(userId)));
    expect(wallets).toEqual(this.model.users.map(({ balanceKobo, heldKobo }) => ({ balanceKobo, heldKobo })));
    const groups = await this.shop.db.query<{ status: string; units: number }>(
      `SELECT status, units_sold AS units FROM groups WHERE kind = 'open' AND product_id = ANY ($1)
       ORDER BY product_id, seq`,
      [this.productIds],
    );
    const inOrder = this.productsInOrder().flatMap((product) =>
      this.model.groups.filter((group) => group.product === product),
    );
    expect(groups).toEqual(inOrder.map((group) => ({ status: group.status, units: unitsOf(group) })));
    const carts = await this.shop.db.query<{ quantity: number }>(
      `SELECT coalesce(sum(i.quantity), 0)::int AS quantity FROM unnest($1::uuid[]) WITH ORDINALITY AS u (id, place)
         LEFT JOIN carts c ON c.user_id = u.id AND c.status = 'open' LEFT JOIN cart_items i ON i.cart_id = c.id
       GROUP BY u.place ORDER BY u.place`,
      [this.userIds],
    );
    expect(carts.map((cart) => cart.quantity)).toEqual(
      this.model.users.map((one) => (one.cart?.lines ?? []).reduce((sum, line) => sum + line.quantity, 0)),
    );
  }

  private productsInOrder(): number[] {
    return [...this.productIds.keys()].sort((left, right) =>
      (this.productIds[left] ?? '') < (this.productIds[right] ?? '') ? -1 : 1,
    );
  }

  private payment(at: number): [ModelPayment, PaymentRecord] | undefined {
    return [...this.records][at % Math.max(1, this.records.size)];
  }

  private async idOf(group: ModelGroup): Promise<string> {
    const ofProduct = this.model.groups.filter((one) => one.product === group.product);
    const [row] = await this.shop.db.query<{ id: string }>(
      'SELECT id FROM groups WHERE product_id = $1 AND seq = $2',
      [this.productIds[group.product], ofProduct.indexOf(group) + 1],
    );
    return row?.id ?? '';
  }
}
