import { Type } from 'typebox';
import { opsCloseOutboxRow } from '#contract/ops-work-endpoints.ts';
import { OpsActionReply, OpsReasonBody } from '#contract/schemas/ops.ts';
import { OpsWorkParams } from '#contract/schemas/ops-work.ts';
import { finishEvent } from '../../../features/payments/settle/provider-events-repository.ts';
import { closeDeadRow } from '../../../outbox/dead-rows.ts';
import { isPayloadOf } from '../../../outbox/outbox.ts';
import { action, call, Refusal, writeRow } from '../../action.ts';
import { readRowId } from '../../fields.ts';

export const outboxCloseAction = action({
  name: 'outbox close',
  summary: 'Close a failed task without doing it.',
  roles: ['ops', 'finance'],
  key: 'given',
  body: Type.Object({ ...OpsWorkParams.properties, ...OpsReasonBody.properties }),
  positionals: ['work'],
  console: call(opsCloseOutboxRow, OpsActionReply),
  async run(context, { work, reason }) {
    const id = readRowId(work, `There is no task or topic ${work}.`);
    await context.db.transaction(async (tx) => {
      const row = await closeDeadRow(tx, id);
      if (!row) throw new Refusal('There is no such failed task.');
      const { topic, payload } = row;
      // Its webhook is closed too; otherwise the invariants would report it forever.
      if (isPayloadOf('provider_reversal', payload)) await finishEvent(tx, payload.eventId, 'closed');
      const [before, after] = [{ topic, payload }, { closed: true }];
      await writeRow(tx, context, { target: `outbox:${id}`, reason, before, after });
    });
    return { data: { id } };
  },
});
