import { randomInt, randomUUID } from 'node:crypto';
import type { Database, Queryable } from '../../../server/db/database.ts';
import { lockShopper } from '../../../server/db/lock-shopper.ts';
import {
  insertPayment,
  supersedeLiveAttempts,
  takeHold,
} from '../../../server/features/payments/payment-attempts-repository.ts';
import type { PaymentLine, PaymentRecord } from '../../../server/features/payments/payment-record.ts';
import {
  type ReceivedTransaction,
  type SettleResult,
  settle,
  settleFromWallet,
} from '../../../server/features/payments/settle-repository.ts';
import type { ProviderTransaction } from '../../../server/provider/provider.ts';
import { NOBODY, openSandboxProvider } from '../../support/card-provider.ts';
import { giveMoney } from '../../support/give-money.ts';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const crockford = (length: number): string => Array.from({ length }, () => CROCKFORD[randomInt(32)]).join('');

const PROVIDER = openSandboxProvider(NOBODY);
let nextTransactionId = randomInt(1_000_000) * 1000;

export const WINDOW = { windowHours: 48 };

interface CartLine {
  productId: string;
  quantity: number;
  isSolo?: boolean;
}

/** A shop at the level of services and tables: no HTTP, no provider, real rows. */
export interface MoneyShop {
  db: Database;
  centreId: string;
  /** Minimum in base units; every unit costs ₦1,000 in a group and ₦1,200 alone. */
  product(minUnits: number): Promise<string>;
  shopper(balanceKobo?: number, referrerId?: string): Promise<string>;
  addToCart(userId: string, line: CartLine): Promise<string>;
  /** Begins an attempt for the whole open cart. `walletKobo` at most the total. Null: wallet too small. */
  begin(userId: string, walletKobo: number | 'all'): Promise<PaymentRecord | null>;
  /** Puts a line into the cart and pays it by card at once. */
  buyByCard(userId: string, line: CartLine): Promise<SettleResult>;
  /** Begins and settles a wallet-only payment in one transaction; refused: nothing is kept. */
  payFromWallet(userId: string): Promise<SettleResult | { result: 'refused'; reason: string }>;
  settle(reference: string, transaction: ReceivedTransaction | null): Promise<SettleResult>;
  groupOf(userId: string, productId: string): Promise<{ id: string; status: string; units: number }>;
  wallet(userId: string): Promise<{ balanceKobo: number; heldKobo: number }>;
  advance(ms: number): Promise<void>;
}

export const GROUP_PRICE_KOBO = 100_000;
export const SOLO_PRICE_KOBO = 120_000;

/** What the provider would verify for a payment: paid in full unless told otherwise. */
export function paidTransaction(
  payment: PaymentRecord,
  change: Partial<ProviderTransaction> = {},
): ReceivedTransaction {
  nextTransactionId += 1;
  return {
    id: `paid-${nextTransactionId}`,
    reference: payment.reference,
    status: 'successful',
    amountKobo: payment.cardKobo,
    currency: 'NGN',
    account: PROVIDER.accountCode,
    ...change,
  };
}

export async function openMoneyShop(db: Database): Promise<MoneyShop> {
  const [centre] = await db.query<{ id: string }>(
    `INSERT INTO pickup_centres (code, name, state, city, address, hours, is_default)
     VALUES ('LAG-YAB', 'Yaba Centre', 'Lagos', 'Yaba', 'Herbert Macaulay Way', '9am-6pm', true) RETURNING id`,
  );
  const centreId = centre?.id ?? '';
  const shop: MoneyShop = {
    db,
    centreId,
    async product(minUnits) {
      const [row] = await db.query<{ id: string }>(
        `INSERT INTO products (slug, title, price_kobo, base_price_kobo, min_units)
         VALUES ($1, 'Rice', $2, $3, $4) RETURNING id`,
        [`p-${crockford(10).toLowerCase()}`, GROUP_PRICE_KOBO, SOLO_PRICE_KOBO, minUnits],
      );
      return row?.id ?? '';
    },
    async shopper(balanceKobo = 0, referrerId) {
      const [row] = await db.query<{ id: string }>(
        `INSERT INTO users (name, email, phone, password_hash, recovery_key_hash, referral_code, referred_by)
         VALUES ('Ada Obi', $1, $2, 'x', 'x', $3, $4) RETURNING id`,
        [
          `${randomUUID()}@example.com`,
          `+234${String(randomInt(10 ** 10)).padStart(10, '0')}`,
          crockford(8),
          referrerId,
        ],
      );
      const userId = row?.id ?? '';
      if (referrerId) {
        await db.query('INSERT INTO referrals (referee_id, referrer_id) VALUES ($1, $2)', [
          userId,
          referrerId,
        ]);
      }
      if (balanceKobo > 0) await giveMoney({ db }, userId, balanceKobo / 100);
      return userId;
    },
    addToCart: (userId, line) =>
      db.transaction(async (tx) => {
        await lockShopper(tx, userId);
        const [open] = await tx.query<{ id: string }>(
          `SELECT id FROM carts WHERE user_id = $1 AND status = 'open' FOR NO KEY UPDATE`,
          [userId],
        );
        const [cart] = open
          ? [open]
          : await tx.query<{ id: string }>('INSERT INTO carts (user_id) VALUES ($1) RETURNING id', [userId]);
        const cartId = cart?.id ?? '';
        await tx.query(
          `INSERT INTO cart_items (cart_id, product_id, variant, quantity) VALUES ($1, $2, $3, $4)
           ON CONFLICT (cart_id, product_id, variant, unit_name)
           DO UPDATE SET quantity = cart_items.quantity + excluded.quantity`,
          [cartId, line.productId, line.isSolo ? 'solo' : null, line.quantity],
        );
        await tx.query('UPDATE carts SET version = version + 1 WHERE id = $1', [cartId]);
        return cartId;
      }),
    async begin(userId, walletKobo) {
      try {
        return await db.transaction((tx) => beginWithin(tx, centreId, userId, walletKobo));
      } catch (error) {
        if (error instanceof Refused) return null;
        throw error;
      }
    },
    async buyByCard(userId, line) {
      await shop.addToCart(userId, line);
      const payment = await shop.begin(userId, 0);
      if (!payment) throw new Error('the card payment did not begin');
      return shop.settle(payment.reference, paidTransaction(payment));
    },
    payFromWallet: (userId) => payFromWallet(db, centreId, userId),
    settle: (reference, transaction) => settle(db, reference, transaction, WINDOW),
    async groupOf(userId, productId) {
      const [row] = await db.query<{ id: string; status: string; units: number }>(
        `SELECT g.id, g.status, g.units_sold AS units FROM groups g JOIN order_items i ON i.group_id = g.id
         WHERE i.user_id = $1 AND g.product_id = $2 ORDER BY i.id DESC LIMIT 1`,
        [userId, productId],
      );
      if (!row) throw new Error('the shopper is in no group of this product');
      return row;
    },
    async wallet(userId) {
      const [row] = await db.query<{ balanceKobo: number; heldKobo: number }>(
        'SELECT balance_kobo AS "balanceKobo", held_kobo AS "heldKobo" FROM wallets WHERE user_id = $1',
        [userId],
      );
      if (!row) throw new Error('the shopper has no wallet');
      return row;
    },
    async advance(ms) {
      await db.query(
        `INSERT INTO settings (key, value) VALUES ('clock_offset', to_jsonb($1::numeric))
         ON CONFLICT (key) DO UPDATE SET value = to_jsonb((settings.value #>> '{}')::numeric + $1::numeric),
           updated_at = now()`,
        [ms],
      );
    },
  };
  return shop;
}

class Refused extends Error {
  readonly reason: string;
  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

async function payFromWallet(
  db: Database,
  centreId: string,
  userId: string,
): Promise<SettleResult | { result: 'refused'; reason: string }> {
  try {
    return await db.transaction(async (tx) => {
      const payment = await beginWithin(tx, centreId, userId, 'all');
      if (!payment) throw new Refused('wallet_short');
      const refusal = await settleFromWallet(tx, payment.reference, WINDOW);
      if (refusal) throw new Refused(refusal);
      return { result: 'ordered' };
    });
  } catch (error) {
    if (error instanceof Refused) return { result: 'refused', reason: error.reason };
    throw error;
  }
}

/** What initialise does to the database, without its checks of address and prices. */
async function beginWithin(
  tx: Queryable,
  centreId: string,
  userId: string,
  walletKobo: number | 'all',
): Promise<PaymentRecord | null> {
  await lockShopper(tx, userId);
  const [cart] = await tx.query<{ id: string; version: number }>(
    `SELECT id, version FROM carts WHERE user_id = $1 AND status = 'open' FOR NO KEY UPDATE`,
    [userId],
  );
  if (!cart) return null;
  const lines = await tx.query<PaymentLine>(
    `SELECT i.product_id AS "productId", CASE WHEN i.variant = 'solo' THEN NULL ELSE g.id END AS "groupId",
       CASE WHEN i.variant = 'solo' THEN 'solo' ELSE 'group' END AS mode, i.variant, i.unit_name AS "unitName",
       1 AS "baseUnitQuantity", i.quantity,
       CASE WHEN i.variant = 'solo' THEN p.base_price_kobo ELSE p.price_kobo END AS "unitPriceKobo"
     FROM cart_items i JOIN products p ON p.id = i.product_id
       LEFT JOIN groups g ON g.product_id = p.id AND g.kind = 'open' AND g.joinable AND g.deadline > app_now()
     WHERE i.cart_id = $1 ORDER BY i.id`,
    [cart.id],
  );
  const totalKobo = lines.reduce((sum, line) => sum + line.unitPriceKobo * line.quantity, 0);
  const fromWalletKobo = walletKobo === 'all' ? totalKobo : Math.min(walletKobo, totalKobo);
  await supersedeLiveAttempts(tx, userId);
  const cardKobo = totalKobo - fromWalletKobo;
  const payment = await insertPayment(
    tx,
    {
      reference: `gb-${crockford(26)}`,
      userId,
      cartId: cart.id,
      cartVersion: cart.version,
      intentHash: randomUUID(),
      attemptKey: null,
      method:
        cardKobo === 0 ? 'wallet_only' : fromWalletKobo === 0 ? 'flutterwave_only' : 'wallet_and_flutterwave',
      totalKobo,
      walletKobo: fromWalletKobo,
      cardKobo,
      delivery: { state: 'Lagos', city: 'Yaba', street: '1 Test Street' },
      phone: '+2348012345678',
      centreId,
      sessionExpiresAt: await appNowPlus(tx, 30),
      nextPollAt: null,
      callbackUrl: null,
      cancelUrl: null,
    },
    lines,
  );
  if (cardKobo > 0 && fromWalletKobo > 0) {
    const isHeld = await takeHold(tx, payment.id, userId, fromWalletKobo);
    if (!isHeld) throw new Refused('wallet_short');
  }
  return payment;
}

async function appNowPlus(tx: Queryable, minutes: number): Promise<Date> {
  const [row] = await tx.query<{ at: Date }>(`SELECT app_now() + $1 * interval '1 minute' AS at`, [minutes]);
  if (!row) throw new Error('the database gave no time');
  return row.at;
}
