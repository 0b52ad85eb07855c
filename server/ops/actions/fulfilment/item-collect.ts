import { Type } from 'typebox';
import { opsHandOutOrder } from '#contract/ops/pickup-endpoints.ts';
import { OpsTrackingNumberParams } from '#contract/schemas/ops/console.ts';
import { OpsHandOutOrderBody, OpsHandOutOrderReply } from '#contract/schemas/ops/pickup.ts';
import { handOutOrder } from '../../../features/fulfilment/collect-service.ts';
import { isIsoTimestamp } from '../../../lib/calendar.ts';
import { ActionRefusedError, defineAction, defineConsoleEndpoint } from '../../action.ts';
import { normalizeTrackingNumber } from '../../queries/search-terms.ts';
import { findCentreOfOrder } from '../centre-access.ts';

const { lines, ...fields } = OpsHandOutOrderBody.properties;

export const orderLinesHandOutAction = defineAction({
  name: 'item collect',
  summary:
    'Hand out an order, or some of its lines, with the pickup code. --at: the goods were handed out then, without a connection; lines that are refused stay open until item resolve.',
  roles: ['ops'],
  key: 'given',
  // A phone that was offline repeats the request with the hand-out's time as `at`. This repeat must count as the same
  // request.
  loose: ['at'],
  body: Type.Object({ ...OpsTrackingNumberParams.properties, ...fields, lines: Type.Optional(lines) }),
  positionals: ['trackingNumber'],
  centres: findCentreOfOrder,
  console: defineConsoleEndpoint(opsHandOutOrder, OpsHandOutOrderReply, { required: ['lines'] }),
  async run({ db, actor, key }, { trackingNumber, code, lines: some = null, at }) {
    if (at !== undefined && !isIsoTimestamp(at))
      throw new ActionRefusedError('--at is a time, for example 2026-01-02T09:30Z.');
    const handedOutAt = at === undefined ? null : new Date(at).toISOString();
    const wish = {
      trackingNumber: normalizeTrackingNumber({ trackingNumber }),
      code,
      lines: some,
      handedOutAt,
    };
    return { data: await handOutOrder(db, wish, { actor, key }) };
  },
});
