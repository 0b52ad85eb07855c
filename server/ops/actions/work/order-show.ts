import { opsGetOrder } from '#contract/ops/console-endpoints.ts';
import { koboToNaira } from '#contract/rules/money/kobo.ts';
import { OpsOrderReply, OpsTrackingNumberParams } from '#contract/schemas/ops/console.ts';
import { findHandOutsWithInvalidCode } from '../../../features/fulfilment/invalid-code-repository.ts';
import { ActionRefusedError, defineAction, defineConsoleEndpoint } from '../../action.ts';
import { readOrderHistory } from '../../queries/order-history-repository.ts';
import { readOrderForOperator, readOrderLinesForOperator } from '../../queries/order-repository.ts';
import { normalizeTrackingNumber } from '../../queries/search-terms.ts';
import { findCentreOfOrder } from '../centre-access.ts';

export const orderShowAction = defineAction({
  name: 'order show',
  summary:
    'An order with its lines and its whole history: what was paid and paid back, and where the goods are.',
  roles: ['support', 'ops', 'finance'],
  body: OpsTrackingNumberParams,
  positionals: ['trackingNumber'],
  centres: findCentreOfOrder,
  console: defineConsoleEndpoint(opsGetOrder, OpsOrderReply),
  async run({ db }, body) {
    const trackingNumber = normalizeTrackingNumber(body);
    const order = await readOrderForOperator(db, trackingNumber);
    if (!order)
      throw new ActionRefusedError(
        'There is no order with this tracking number. Search by the phone number or name of its shopper.',
      );
    const { totalKobo, ...known } = order;
    const lines = (await readOrderLinesForOperator(db, trackingNumber)).map(
      ({ paidKobo, refundedKobo, ...line }) => ({
        ...line,
        paidNaira: koboToNaira(paidKobo),
        refundedNaira: refundedKobo / 100,
      }),
    );
    const unproven = await findHandOutsWithInvalidCode(db, trackingNumber);
    const events = await readOrderHistory(db, order);
    return {
      data: { ...known, totalNaira: koboToNaira(totalKobo), lines, unproven, events },
      lookedAt: `user:${order.userId}`,
    };
  },
});
