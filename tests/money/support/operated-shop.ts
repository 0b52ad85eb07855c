import { startApi, type TestApi } from '../../support/api.ts';
import { type OpsRun, ops } from '../../support/ops.ts';
import { type MoneyShop, openMoneyShop, paidTransaction } from './money-shop.ts';

/** An order of one line. */
interface Member {
  userId: string;
  trackingNo: string;
  code: string;
}

/** A shop with two pickup centres (LAG-YAB and LAG-LEK) and the operator's commands on its groups. */
export interface OperatedShop extends MoneyShop {
  api: TestApi;
  /** Pays by card for the pickup centre of this code. */
  buy(productId: string, quantity: number, centre?: string): Promise<Member>;
  refund(member: Member, ...more: string[]): Promise<OpsRun<Record<string, unknown>>>;
  collect(member: Member): Promise<OpsRun<Record<string, unknown>>>;
  /** `group review`, `resume`, `secure` or `fail`. */
  group(verb: string, id: string, ...more: string[]): Promise<OpsRun<Record<string, unknown>>>;
  balanceOf(member: Member): Promise<number>;
}

const because = ['--reason', 'test'];

export async function openOperatedShop(): Promise<OperatedShop> {
  const api = await startApi();
  const shop = await openMoneyShop(api.db);
  await api.db.query(
    `INSERT INTO pickup_centres (code, name, state, city, address, hours)
     VALUES ('LAG-LEK', 'Lekki Centre', 'Lagos', 'Lekki', 'Market Road', '9am-6pm')`,
  );
  return {
    ...shop,
    api,
    async buy(productId, quantity, centre = 'LAG-YAB') {
      const userId = await shop.shopper();
      await shop.addToCart(userId, { productId, quantity });
      const payment = await shop.begin(userId, 0);
      if (!payment) throw new Error('the payment did not begin');
      await api.db.query(
        'UPDATE payments SET centre_id = (SELECT id FROM pickup_centres WHERE code = $2) WHERE id = $1',
        [payment.id, centre],
      );
      await shop.settle(payment.reference, paidTransaction(payment));
      const [order] = await api.db.query<{ trackingNo: string; code: string }>(
        `SELECT tracking_no AS "trackingNo", pickup_code AS code FROM orders WHERE payment_id = $1`,
        [payment.id],
      );
      return { userId, trackingNo: order?.trackingNo ?? '', code: order?.code ?? '' };
    },
    refund: (member, ...more) =>
      ops(api, 'item', 'refund', member.trackingNo, '--line', '1', ...because, ...more),
    collect: (member) => ops(api, 'item', 'collect', member.trackingNo, '--code', member.code),
    group: (verb, id, ...more) => ops(api, 'group', verb, id, ...because, ...more),
    balanceOf: async ({ userId }) => (await shop.wallet(userId)).balanceKobo,
  };
}
