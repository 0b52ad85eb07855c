import { randomUUID } from 'node:crypto';
import type { Database } from '../../../server/db/database.ts';
import { advanceBatchStages } from '../../../server/features/fulfilment/batch-service.ts';
import { failExpiredGroup, moveGroupToSecured } from '../../../server/features/groups/group-moves.ts';
import { DomainError } from '../../../server/http/errors/error-handler.ts';
import { insertActionProposal } from '../../../server/ops/approvals/proposal-repository.ts';
import { GROUP_PRICE_KOBO, type MoneyShop, paidTransaction } from '../support/with-money.ts';
import * as op from './operations.ts';

/** A state of the shop, and the operations that can happen in it at the same time, by name. */
export interface Scene {
  shoppers: string[];
  productId: string;
  operations: Record<string, op.Operation>;
}

/** Opens the test shop's services on one of the scheduled databases. */
type ShopOn = (db: Database) => MoneyShop;

interface Stage {
  shop: MoneyShop;
  shopOn: ShopOn;
}

const WALLET_KOBO = 40_000;

/** Adds a shopper whose order of one or more units is in the group of a product. */
async function buy(shop: MoneyShop, productId: string, city?: string, quantity = 1): Promise<op.Line> {
  const userId = await shop.shopper();
  await shop.addToCart(userId, { productId, quantity });
  const payment = await shop.begin(userId, 0, city);
  const transaction = paidTransaction(payment);
  await shop.settle(payment.reference, transaction);
  const [line] = await shop.db.query<
    Pick<op.Line, 'sessionId' | 'trackingNumber' | 'code' | 'itemId' | 'groupId'>
  >(
    `WITH session AS (INSERT INTO sessions (user_id) VALUES ($1) RETURNING id)
     SELECT session.id AS "sessionId", o.tracking_no AS "trackingNumber", o.pickup_code AS code, i.id AS "itemId",
       i.group_id AS "groupId" FROM session, orders o JOIN order_items i ON i.order_id = o.id WHERE o.user_id = $1`,
    [userId],
  );
  return { userId, payment, transaction, ...(line as Omit<op.Line, 'userId' | 'payment' | 'transaction'>) };
}

/** Adds a shopper who is at the card page for one unit, paid partly from the wallet. */
async function attempt(shop: MoneyShop, productId: string, walletKobo = 0) {
  const userId = await shop.shopper(walletKobo);
  await shop.addToCart(userId, { productId, quantity: 1 });
  const payment = await shop.begin(userId, walletKobo);
  return { userId, payment, transaction: paidTransaction(payment) };
}

async function propose({ db }: MoneyShop, { trackingNumber }: op.Line): Promise<number> {
  const proposal = await insertActionProposal(db, {
    ...{ key: randomUUID(), action: 'item refund', body: { trackingNumber, line: 1, reason: 'test' } },
    ...{ amountKobo: GROUP_PRICE_KOBO, preview: { about: {}, says: [] }, proposedBy: 'ada', ip: null },
  });
  return proposal?.id as number;
}

/**
 * A group with one member that the next member fills. Two shoppers are at the card page, and one of them pays partly
 * from the wallet.
 */
async function forming({ shop, shopOn }: Stage, minUnits = 2, quantity = 1): Promise<Scene> {
  const productId = await shop.product(minUnits);
  const member = await buy(shop, productId, undefined, quantity);
  const first = await attempt(shop, productId, WALLET_KOBO);
  const second = await attempt(shop, productId);
  const proposal = await propose(shop, member);
  const cart = await shop.seeCart(first.userId);
  const [refund, chargeback] = [randomUUID(), randomUUID()];
  return {
    shoppers: [member.userId, first.userId, second.userId],
    productId,
    operations: {
      settle: op.settling(first.payment, first.transaction),
      'settle again': op.settling(first.payment, first.transaction),
      'settle twice paid': op.settling(first.payment, paidTransaction(first.payment)),
      'settle another': op.settling(second.payment, second.transaction),
      expire: op.expiring(first.payment),
      'begin again': (db) => shopOn(db).begin(first.userId, WALLET_KOBO / 2, undefined, cart),
      'add to cart': (db) => shopOn(db).addToCart(first.userId, { productId, quantity: 1 }),
      leave: op.leaving(member),
      'leave again': op.leaving(member),
      'take less': op.takingLess(member, 2),
      'take less again': op.takingLess(member, 2),
      'take still less': op.takingLess(member, 1),
      refund: op.refunding(member),
      'refund a part': op.refunding(member, 30_000),
      approval: op.approving(proposal),
      'approval again': op.approving(proposal),
      reversal: op.reversing(member, 'refund', refund),
      'reversal again': op.reversing(member, 'refund', refund),
      chargeback: op.reversing(member, 'chargeback', chargeback),
      close: op.closing(member.groupId),
      fail: op.failing(member.groupId),
      secure: op.securing(member.groupId),
      'secure again': op.securing(member.groupId),
      goodwill: op.givingGoodwill(first.userId),
      'pay from the wallet': async (db) => {
        const answer = await shopOn(db).payFromWallet(first.userId, cart);
        if (answer.result === 'refused') throw new DomainError('cart_changed');
      },
    },
  };
}

/** The scene of `forming` with a minimum that nobody here reaches. */
const open = (stage: Stage): Promise<Scene> => forming(stage, 9);

/**
 * The scene of `forming` with a member of three units who takes less. The next two members fill the group unless that
 * happens.
 */
const shrinking = (stage: Stage): Promise<Scene> => forming(stage, 4, 3);

/** The scene of `shrinking` at the group's deadline. */
const shrinkingLate = (stage: Stage): Promise<Scene> => atDeadline(stage, shrinking);

/**
 * A shopper who has two of the four units that one person may buy. A late payment for two more is on its way, and the
 * shopper is at the card page for one.
 */
async function limited({ shop }: Stage): Promise<Scene> {
  const productId = await shop.product(9);
  const slug = await slugOf(shop, productId);
  await op.limiting(slug, 4)(shop.db);
  const line = await buy(shop, productId, undefined, 2);
  const begin = async (quantity: number) => {
    await shop.addToCart(line.userId, { productId, quantity });
    return shop.begin(line.userId);
  };
  const late = await begin(2);
  await shop.db.query(`UPDATE payments SET status = 'expired' WHERE id = $1`, [late.id]);
  await shop.db.query(`UPDATE carts SET status = 'consumed' WHERE id = $1`, [late.cartId]);
  const next = await begin(1);
  return {
    shoppers: [line.userId],
    productId,
    operations: {
      settle: op.settling(late, paidTransaction(late)),
      'settle another': op.settling(next, paidTransaction(next)),
      'lower the limit': op.limiting(slug, 3),
      leave: op.leaving(line),
      'take less': op.takingLess(line, 1),
      refund: op.refunding(line),
    },
  };
}

async function slugOf({ db }: MoneyShop, productId: string): Promise<string> {
  const [product] = await db.query<{ slug: string }>('SELECT slug FROM products WHERE id = $1', [productId]);
  return product?.slug ?? '';
}

/** The scene of `forming` at the group's deadline. */
const expired = (stage: Stage): Promise<Scene> => atDeadline(stage, forming);

async function atDeadline(stage: Stage, open: (stage: Stage) => Promise<Scene>): Promise<Scene> {
  const scene = await open(stage);
  await stage.shop.db.query('UPDATE groups SET deadline = app_now() WHERE product_id = $1', [
    scene.productId,
  ]);
  return scene;
}

/** The scene after the deadline: the group has failed, and the shoppers at the card page pay for the next group. */
async function late(stage: Stage): Promise<Scene> {
  const scene = await expired(stage);
  await scene.operations.close?.(stage.shop.db);
  return scene;
}

/** The scene of a group that is full and may still be joined until its deadline. */
async function full(stage: Stage): Promise<Scene> {
  const scene = await forming(stage);
  await scene.operations.settle?.(stage.shop.db);
  return scene;
}

/** A failed group of two members, one of whom has been refunded and begins to spend the refund. */
async function failed({ shop, shopOn }: Stage): Promise<Scene> {
  const productId = await shop.product(3);
  const [owed, refunded] = [await buy(shop, productId), await buy(shop, productId)];
  const { groupId } = owed;
  await shop.db.query('UPDATE groups SET deadline = app_now() WHERE id = $1', [groupId]);
  await shop.db.transaction((tx) => failExpiredGroup(tx, groupId));
  await op.payingBack(refunded)(shop.db);
  const other = await shop.product(3);
  await shop.addToCart(refunded.userId, { productId: other, quantity: 1 });
  const cart = await shop.seeCart(refunded.userId);
  const [refund, chargeback] = [randomUUID(), randomUUID()];
  return {
    shoppers: [owed.userId, refunded.userId],
    productId,
    operations: {
      'pay back': op.payingBack(owed),
      'pay back again': op.payingBack(owed),
      'refund by hand': op.refunding(owed),
      'end refunds': op.endingRefunds(groupId),
      'reversal of owed': op.reversing(owed),
      reversal: op.reversing(refunded, 'refund', refund),
      'reversal again': op.reversing(refunded, 'refund', refund),
      chargeback: op.reversing(refunded, 'chargeback', chargeback),
      'card refund': op.refundingToCard(refunded),
      'card refund again': op.refundingToCard(refunded),
      goodwill: op.givingGoodwill(refunded.userId),
      deletion: op.deleting(refunded),
      'deletion again': op.deleting(refunded),
      'settle twice paid': op.settling(refunded.payment, paidTransaction(refunded.payment)),
      'pay from the wallet': async (db) => {
        const answer = await shopOn(db).payFromWallet(refunded.userId, cart);
        if (answer.result === 'refused') throw new DomainError('cart_changed');
      },
      'begin with the wallet': (db) => shopOn(db).begin(refunded.userId, WALLET_KOBO, undefined, cart),
    },
  };
}

/** A secured group for two pickup centres, at one of which its goods are ready. */
async function ready({ shop }: Stage): Promise<Scene> {
  const productId = await shop.product(2);
  const [line, far] = [await buy(shop, productId), await buy(shop, productId, 'Lekki')];
  const { groupId } = line;
  await shop.db.transaction((tx) => moveGroupToSecured(tx, groupId));
  const move = {
    centreCode: 'LAG-YAB',
    from: 'secured',
    to: 'ready_for_pickup',
    productSlug: await slugOf(shop, productId),
  } as const;
  await advanceBatchStages(shop.db, move as never, { actor: 'operator:ada', reason: 'test' });
  const [moved] = await shop.db.query<{ id: string }>(
    `SELECT after ->> 'moveId' AS id FROM audit_log WHERE target = 'batch:' || $1 || ':LAG-YAB'`,
    [groupId],
  );
  const proposal = await propose(shop, line);
  const refund = randomUUID();
  return {
    shoppers: [line.userId, far.userId],
    productId,
    operations: {
      'hand-out': op.handingOut(line),
      'hand-out again': op.handingOut(line),
      refund: op.refunding(line),
      'refund again': op.refunding(line),
      'refund a part': op.refunding(line, 30_000),
      approval: op.approving(proposal),
      'approval again': op.approving(proposal),
      fail: op.failing(groupId),
      'fail again': op.failing(groupId),
      'batch back': op.takingBack(moved?.id ?? ''),
      reversal: op.reversing(line, 'refund', refund),
      'reversal again': op.reversing(line, 'refund', refund),
      deletion: op.deleting(line),
      goodwill: op.givingGoodwill(line.userId),
    },
  };
}

export const SCENES = {
  forming: (stage: Stage) => forming(stage),
  ...{ open, shrinking, shrinkingLate, limited, expired, late, full, failed, ready },
};
