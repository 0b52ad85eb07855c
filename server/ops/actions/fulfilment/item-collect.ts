import { Type } from 'typebox';
import { opsCollect } from '#contract/ops-pickup-endpoints.ts';
import { OpsTrackingParams } from '#contract/schemas/ops.ts';
import { OpsCollectBody, OpsCollectReply } from '#contract/schemas/ops-pickup.ts';
import { collect } from '../../../features/fulfilment/collect-service.ts';
import { isTime } from '../../../lib/calendar.ts';
import { action, call, Refusal } from '../../action.ts';
import { trackingNumberOf } from '../../readings/search-terms.ts';

const { lines, ...fields } = OpsCollectBody.properties;

export const itemCollectAction = action({
  name: 'item collect',
  summary:
    'Hand out an order, or some of its lines, with the pickup code. --at: the goods were handed out then, without a connection; lines that are refused stay open until item resolve.',
  roles: ['ops'],
  key: 'given',
  // The phone may repeat a request later with the time of an offline hand-out; it stays the same request.
  loose: ['at'],
  body: Type.Object({ ...OpsTrackingParams.properties, ...fields, lines: Type.Optional(lines) }),
  positionals: ['trackingNumber'],
  console: call(opsCollect, OpsCollectReply, { required: ['lines'] }),
  async run({ db, actor, key }, { trackingNumber, code, lines: some = null, at }) {
    if (at !== undefined && !isTime(at)) throw new Refusal('--at is a time, for example 2026-01-02T09:30Z.');
    const handedOutAt = at === undefined ? null : new Date(at).toISOString();
    const wish = { trackingNumber: trackingNumberOf({ trackingNumber }), code, lines: some, handedOutAt };
    return { data: await collect(db, wish, { actor, key }) };
  },
});
