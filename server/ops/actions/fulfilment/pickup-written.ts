import { opsRecordPickupMessages } from '#contract/ops-pickup-endpoints.ts';
import { OpsPickupMessagesBody, OpsPickupMessagesReply } from '#contract/schemas/ops-pickup.ts';
import { recordMessages } from '../../../features/fulfilment/pickup-messages.ts';
import { action, call, Refusal } from '../../action.ts';

export const pickupWrittenAction = action({
  name: 'pickup written',
  summary: 'Record that the shopper of these lines was messaged.',
  roles: ['support', 'ops'],
  key: 'repeatable',
  body: OpsPickupMessagesBody,
  positionals: ['lines'],
  console: call(opsRecordPickupMessages, OpsPickupMessagesReply),
  async run({ db, actor }, { lines }) {
    const named = lines.map((line) => {
      const [trackingNumber = '', number] = line.split(':');
      return { trackingNumber, line: Number(number) };
    });
    const written = await recordMessages(db, named, actor);
    if (written.length === 0) throw new Refusal('These lines are no longer waiting.');
    const names = written.map(({ trackingNumber, line }) => `${trackingNumber}:${line}`);
    return { data: { lines: names, writtenAt: written[0]?.writtenAt, writtenBy: actor } };
  },
});
