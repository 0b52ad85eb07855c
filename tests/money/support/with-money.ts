import { randomInt, randomUUID } from 'node:crypto';
import { koboToNaira } from '#contract/rules/money/kobo.ts';
import type { InitializePaymentReply, PaymentMethod } from '#contract/schemas/payment.ts';
import type { Database } from '../../../server/db/database.ts';
import { lockExistingShopperRow } from '../../../server/db/lock-shopper.ts';
import { insertReferral } from '../../../server/features/auth/sign-up/sign-up-repository.ts';
import { insertUser } from '../../../server/features/auth/user-repository.ts';
import { createCartService } from '../../../server/features/cart/cart-service.ts';
import { cartProductsSubquery } from '../../../server/features/catalogue/cart-products.ts';
import { initializePayment } from '../../../server/features/payments/initialise/initialize-service.ts';
import type { PaymentRecord } from '../../../server/features/payments/payment-record.ts';
import { findPayment } from '../../../server/features/payments/payments-repository.ts';
import {
  type SettlePaymentResult,
  settlePayment,
  type TransactionWithLedgerAccount,
} from '../../../server/features/payments/settle/settle-repository.ts';
import { walletBalanceSubquery } from '../../../server/features/wallet/wallet-repository.ts';
import { readWalletBalance } from '../../../server/features/wallet/wallet-service.ts';
import { DomainError } from '../../../server/http/errors/error-handler.ts';
import { generateCrockfordCode } from '../../../server/lib/crockford.ts';
import type { ProviderTransaction } from '../../../server/provider/provider.ts';
import { addTestPickupCentre, addTestProduct } from '../../support/api-catalogue.ts';
import { createSandboxProviderClient, UNREACHABLE_URL } from '../../support/card-provider.ts';
import { adjustTestWallet } from '../../support/give-money.ts';
import { openSettableClock, type SettableClock } from '../../support/settable-clock.ts';

let nextTransactionId = randomInt(1_000_000) * 1000;

/** Opens every card page at an address that nothing serves; the tests make the payments with `paidTransaction`. */
const PROVIDER = {
  ...createSandboxProviderClient(UNREACHABLE_URL),
  createCheckout: async ({ reference }: { reference: string }) =>
    ({ ok: true, link: `${UNREACHABLE_URL}/${reference}` }) as const,
};

export const WINDOW = { windowHours: 48 };
export const GROUP_PRICE_KOBO = 100_000;
export const SOLO_PRICE_KOBO = 120_000;

const MORE_THAN_ANY_CART = 1_000_000_000;

interface CartLine {
  productId: string;
  quantity: number;
  isSolo?: boolean;
  unitName?: string;
}

/** The cart that a shopper pays, and the live attempt that the new attempt replaces. */
interface SeenCart {
  cartId: string | null;
  supersedes: string | null;
}

/** Makes shoppers, carts and payments through services: no HTTP and no card page, but real rows. */
export interface MoneyShop {
  db: Database;
  /** The id of the pickup centre LAG-YAB. */
  centreId: string;
  /**
   * Adds a product with a minimum in base units. A unit costs ₦1,000 in a group and ₦1,200 alone. `unitNames`: its
   * selling units.
   */
  product(minUnits: number, unitNames?: string[]): Promise<string>;
  shopper(balanceKobo?: number, referrerId?: string): Promise<string>;
  addToCart(userId: string, line: CartLine): Promise<string>;
  /**
   * Begins a new attempt for the whole open cart. `walletKobo` must be whole naira and less than the total.
   *
   * @param cart as the shopper sees it; default: as it is now.
   * @throws {DomainError} when the shop refuses.
   */
  begin(userId: string, walletKobo?: number, city?: string, cart?: SeenCart): Promise<PaymentRecord>;
  seeCart(userId: string): Promise<SeenCart>;
  /**
   * Makes a new shopper with `walletKobo` in the wallet, who begins to pay one unit of a new product, from the wallet
   * first.
   */
  newAttempt(walletKobo?: number): Promise<{ userId: string; productId: string; payment: PaymentRecord }>;
  /** Puts a line into the cart and pays it by card at once. */
  buyByCard(userId: string, line: CartLine, city?: string): Promise<SettlePaymentResult>;
  /** Pays the cart from the wallet alone. If the cart was bought before, `reference` is that payment's. */
  payFromWallet(userId: string, cart?: SeenCart): Promise<WalletAnswer>;
  settle(reference: string, transaction: TransactionWithLedgerAccount | null): Promise<SettlePaymentResult>;
  groupOf(userId: string, productId: string): Promise<{ id: string; status: string; units: number }>;
  wallet(userId: string): Promise<{ balanceKobo: number; heldKobo: number }>;
  advance(ms: number): Promise<void>;
}

type WalletAnswer = { result: 'ordered'; reference: string } | { result: 'refused'; reason: string };

/** Builds what the provider would verify for a payment, by default paid in full. */
export function paidTransaction(
  payment: PaymentRecord,
  change: Partial<ProviderTransaction> = {},
): TransactionWithLedgerAccount {
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

/**
 * A part of `openFixtureForFile`, for a database or for anything that has one.
 *
 * @param given.centreId the centre of a shop that is open already, to which this is another connection.
 */
export async function withMoney({
  db,
  clock = openSettableClock(db),
  ...given
}: {
  db: Database;
  clock?: SettableClock;
  centreId?: string;
}): Promise<MoneyShop> {
  const centreId = given.centreId ?? (await addTestPickupCentre({ db }, 'LAG-YAB', 'Yaba'));
  const carts = createCartService({ products: cartProductsSubquery, balance: walletBalanceSubquery });
  const deps = {
    ...{ db, clock, provider: PROVIDER, readCart: carts.priced, readBalance: readWalletBalance },
    ...{ publicUrl: UNREACHABLE_URL, brandName: 'Test', groupWindowHours: WINDOW.windowHours },
  };

  async function initialize(
    userId: string,
    pay: { walletUse: number; paymentMethod: PaymentMethod },
    city = 'Yaba',
    seen?: SeenCart,
  ): Promise<InitializePaymentReply> {
    const now = seen ?? (await shop.seeCart(userId));
    const deliveryAddress = { state: 'Lagos', city, street: '1 Test Street' };
    const body = { ...now, ...pay, deliveryAddress, phone: '+2348012345678' };
    const onceOnly = { key: null, complete: async () => undefined };
    return initializePayment(deps, { id: userId, sessionId: null }, body, onceOnly);
  }

  const shop: MoneyShop = {
    db,
    centreId,
    product: (minUnits, unitNames = []) =>
      addTestProduct(
        { db },
        {
          ...{
            title: 'Rice',
            priceNaira: GROUP_PRICE_KOBO / 100,
            baseNaira: SOLO_PRICE_KOBO / 100,
            minUnits,
          },
          units: unitNames.map((name) => ({ name, quantity: 1, baseNaira: SOLO_PRICE_KOBO / 100 })),
        },
      ),
    // Adds the shopper straight to the tables: the sign-up hashes two secrets, which is slow on purpose, and a run
    // makes thousands.
    async shopper(balanceKobo = 0, referrerId) {
      const user = await insertUser(db, {
        ...{ name: 'Ada Obi', email: `${randomUUID()}@example.com` },
        phone: `+234${String(randomInt(10 ** 10)).padStart(10, '0')}`,
        ...{ passwordHash: 'x', recoveryKeyHash: 'x', platform: null, signupKey: null },
        ...{ referralCode: generateCrockfordCode(8), referredBy: referrerId ?? null },
      });
      if (!user) throw new Error('the shopper was not written');
      if (referrerId) await insertReferral(db, user.id, referrerId, []);
      if (balanceKobo > 0) await adjustTestWallet({ db }, user.id, balanceKobo / 100);
      return user.id;
    },
    addToCart: (userId, { productId, quantity, isSolo, unitName }) =>
      db.transaction(async (tx) => {
        await lockExistingShopperRow(tx, userId);
        const line = { productId, quantity, variant: isSolo ? 'solo' : null };
        const sellingUnit = unitName ? { name: unitName } : undefined;
        return (await carts.add(tx, userId, { ...line, sellingUnit })).cartId as string;
      }),
    async seeCart(userId) {
      // The live attempt is named, so that a repeated call makes a new attempt instead of returning the live one.
      const [now] = await db.query<SeenCart>(
        `SELECT (SELECT id FROM carts WHERE user_id = $1 AND status = 'open') AS "cartId",
         (SELECT reference FROM payments WHERE user_id = $1 AND status = 'pending') AS supersedes`,
        [userId],
      );
      return now as SeenCart;
    },
    async begin(userId, walletKobo = 0, city = undefined, cart = undefined) {
      const paymentMethod = walletKobo > 0 ? 'wallet_and_flutterwave' : 'flutterwave_only';
      const pay = { walletUse: koboToNaira(walletKobo), paymentMethod } as const;
      const { reference } = await initialize(userId, pay, city, cart);
      return (await findPayment(db, reference)) as PaymentRecord;
    },
    async newAttempt(walletKobo = 0) {
      const productId = await shop.product(100);
      const userId = await shop.shopper(walletKobo);
      await shop.addToCart(userId, { productId, quantity: 1 });
      return { userId, productId, payment: await shop.begin(userId, walletKobo) };
    },
    async buyByCard(userId, line, city) {
      await shop.addToCart(userId, line);
      const payment = await shop.begin(userId, 0, city);
      return shop.settle(payment.reference, paidTransaction(payment));
    },
    async payFromWallet(userId, cart) {
      try {
        const all = { walletUse: MORE_THAN_ANY_CART, paymentMethod: 'wallet_only' } as const;
        const { reference } = await initialize(userId, all, undefined, cart);
        return { result: 'ordered', reference };
      } catch (error) {
        if (error instanceof DomainError) return { result: 'refused', reason: error.code };
        throw error;
      }
    },
    settle: (reference, transaction) => settlePayment(db, reference, transaction, WINDOW),
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
    advance: clock.advance,
  };
  return shop;
}
