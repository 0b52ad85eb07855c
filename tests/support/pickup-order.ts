import { randomUUID } from 'node:crypto';
import type { Database } from '../../server/db/database.ts';
import { advanceBatchStages } from '../../server/features/fulfilment/batch-service.ts';
import { moveGroupToSecured } from '../../server/features/groups/group-moves.ts';
import { addTestProduct } from './api-catalogue.ts';
import { adjustTestWallet } from './give-money.ts';
import { TestShopper } from './shopper.ts';

/** Shoppers buy in a shop of this process or in a built one. */
interface Place {
  url: string;
  db: Pick<Database, 'query' | 'transaction'>;
}

/** A shopper shows this order at the counter. */
export interface PickupTestOrder {
  trackingNumber: string;
  code: string;
  /** Code of the pickup centre. */
  centre: string;
  shopperId: string;
  /** Product slug of each line. */
  slugs: string[];
}

/**
 * Buys an order with one line for each title, in the given order.
 *
 * @param lines.ready lines whose goods are ready at the centre.
 * @param lines.secured lines whose groups are secured and not yet packed.
 * @param lines.later lines whose groups are still open.
 */
export async function createPickupTestOrder(
  { url, db }: Place,
  name: string,
  { ready = [], secured = [], later = [] }: { ready?: string[]; secured?: string[]; later?: string[] },
): Promise<PickupTestOrder> {
  const shopper = await TestShopper.signUp(url, name);
  await adjustTestWallet({ db }, shopper.id, 50_000);
  const slugs: string[] = [];
  for (const title of [...ready, ...secured, ...later]) {
    const slug = `pickup-${randomUUID()}`;
    slugs.push(slug);
    await shopper.add(await addTestProduct({ db }, { slug, title, minUnits: 5 }), 5);
  }
  await shopper.pay({ method: 'wallet_only', walletNaira: 5_000 * slugs.length });
  const [order] = await db.query<Omit<PickupTestOrder, 'slugs'>>(
    `SELECT o.tracking_no AS "trackingNumber", o.pickup_code AS code, c.code AS centre, o.user_id AS "shopperId"
     FROM orders o JOIN pickup_centres c ON c.id = o.centre_id WHERE o.user_id = $1`,
    [shopper.id],
  );
  if (!order) throw new Error(`${name} has bought nothing`);
  for (const [index, productSlug] of slugs.slice(0, ready.length + secured.length).entries()) {
    const [group] = await db.query<{ id: string }>(
      `SELECT i.group_id AS id FROM order_items i JOIN products p ON p.id = i.product_id WHERE p.slug = $1`,
      [productSlug],
    );
    await db.transaction((tx) => moveGroupToSecured(tx, group?.id ?? ''));
    const move = { centreCode: order.centre, from: 'secured', to: 'ready_for_pickup', productSlug } as const;
    if (index < ready.length) await advanceBatchStages(db, move, { actor: 'test', reason: 'it has come' });
  }
  return { ...order, slugs };
}

/** @returns six digits that are not the order's code. */
export function createWrongPickupCode({ code }: PickupTestOrder): string {
  return code === '000000' ? '000001' : '000000';
}
