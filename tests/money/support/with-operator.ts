import type { TestApi } from '../../support/api.ts';
import { addTestPickupCentre } from '../../support/api-catalogue.ts';
import { type OpsCommandRun, runOpsCommandInTest } from '../../support/ops.ts';
import type { MoneyShop } from './with-money.ts';

/** A member of a group whose order has one line. */
interface Member {
  userId: string;
  trackingNo: string;
  code: string;
}

/** Adds the operator's commands on groups, and a second pickup centre (LAG-LEK). */
export interface OperatedShop {
  /** Pays a line by card, for the pickup centre of this city. */
  buy(productId: string, quantity: number, city?: string): Promise<Member>;
  refund(member: Member, ...more: string[]): Promise<OpsCommandRun<Record<string, unknown>>>;
  collect(member: Member): Promise<OpsCommandRun<Record<string, unknown>>>;
  /** Runs `group review`, `resume`, `secure` or `fail`. */
  group(verb: string, id: string, ...more: string[]): Promise<OpsCommandRun<Record<string, unknown>>>;
  balanceOf(member: Member): Promise<number>;
}

const because = ['--reason', 'test'];

/** A part of `openFixtureForFile`, for a test API that has `withMoney`. */
export async function withOperator(shop: TestApi & MoneyShop): Promise<OperatedShop> {
  await addTestPickupCentre(shop, 'LAG-LEK', 'Lekki');
  return {
    async buy(productId, quantity, city) {
      const userId = await shop.shopper();
      await shop.buyByCard(userId, { productId, quantity }, city);
      const [order] = await shop.db.query<{ trackingNo: string; code: string }>(
        'SELECT tracking_no AS "trackingNo", pickup_code AS code FROM orders WHERE user_id = $1',
        [userId],
      );
      return { userId, trackingNo: order?.trackingNo ?? '', code: order?.code ?? '' };
    },
    refund: (member, ...more) =>
      runOpsCommandInTest(shop, 'item', 'refund', member.trackingNo, '--line', '1', ...because, ...more),
    collect: (member) =>
      runOpsCommandInTest(shop, 'item', 'collect', member.trackingNo, '--code', member.code),
    group: (verb, id, ...more) => runOpsCommandInTest(shop, 'group', verb, id, ...because, ...more),
    balanceOf: async ({ userId }) => (await shop.wallet(userId)).balanceKobo,
  };
}
