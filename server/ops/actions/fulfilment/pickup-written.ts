import { opsRecordSentPickupMessages } from '#contract/ops/pickup-endpoints.ts';
import {
  OpsRecordSentPickupMessagesBody,
  OpsRecordSentPickupMessagesReply,
} from '#contract/schemas/ops/pickup.ts';
import { findCentreCodesOfOrders } from '../../../features/fulfilment/centre-repository.ts';
import { recordSentPickupMessages } from '../../../features/fulfilment/pickup-messages.ts';
import { ActionRefusedError, defineAction, defineConsoleEndpoint } from '../../action.ts';

export const pickupMessageMarkSentAction = defineAction({
  name: 'pickup written',
  summary: 'Record that the shopper of these lines was messaged.',
  roles: ['support', 'ops'],
  key: 'repeatable',
  body: OpsRecordSentPickupMessagesBody,
  positionals: ['lines'],
  centres: (db, { lines }) =>
    findCentreCodesOfOrders(
      db,
      lines.map((line) => line.split(':')[0] ?? ''),
    ),
  console: defineConsoleEndpoint(opsRecordSentPickupMessages, OpsRecordSentPickupMessagesReply),
  async run({ db, actor }, { lines }) {
    const named = lines.map((line) => {
      const [trackingNumber = '', number] = line.split(':');
      return { trackingNumber, line: Number(number) };
    });
    const written = await recordSentPickupMessages(db, named, actor);
    if (written.length === 0) throw new ActionRefusedError('These lines are no longer waiting.');
    const names = written.map(({ trackingNumber, line }) => `${trackingNumber}:${line}`);
    return { data: { lines: names, writtenAt: written[0]?.writtenAt, writtenBy: actor } };
  },
});
