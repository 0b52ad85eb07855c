import { koboToNaira } from '#contract/kobo.ts';
import { opsOrder } from '#contract/ops-endpoints.ts';
import { OpsOrderReply, OpsTrackingParams } from '#contract/schemas/ops.ts';
import { findUnproven } from '../../../features/fulfilment/unproven-repository.ts';
import { action, call, Refusal } from '../../action.ts';
import { readOrder, readOrderLines } from '../../readings/order-repository.ts';
import { trackingNumberOf } from '../../readings/search-terms.ts';

export const orderShowAction = action({
  name: 'order show',
  summary: 'An order with its lines: what was paid and paid back, and where the goods are.',
  roles: ['support', 'ops', 'finance'],
  body: OpsTrackingParams,
  positionals: ['trackingNumber'],
  console: call(opsOrder, OpsOrderReply),
  async run({ db }, body) {
    const trackingNumber = trackingNumberOf(body);
    const order = await readOrder(db, trackingNumber);
    if (!order)
      throw new Refusal(
        'There is no order with this tracking number. Search by the phone number or name of its shopper.',
      );
    const { totalKobo, ...known } = order;
    const lines = (await readOrderLines(db, trackingNumber)).map(({ paidKobo, refundedKobo, ...line }) => ({
      ...line,
      paidNaira: koboToNaira(paidKobo),
      refundedNaira: refundedKobo / 100,
    }));
    const unproven = await findUnproven(db, trackingNumber);
    return {
      data: { ...known, totalNaira: koboToNaira(totalKobo), lines, unproven },
      lookedAt: `user:${order.userId}`,
    };
  },
});
