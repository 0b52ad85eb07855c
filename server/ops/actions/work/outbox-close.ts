import { Type } from 'typebox';
import { opsCloseDeadOutboxRows } from '#contract/ops/work-endpoints.ts';
import { OpsActionReply, OpsReasonBody } from '#contract/schemas/ops/console.ts';
import { OpsOutboxIdOrTopicParams } from '#contract/schemas/ops/work.ts';
import { finishProviderEvent } from '../../../features/payments/settle/provider-events-repository.ts';
import { closeDeadOutboxRow } from '../../../outbox/dead-rows.ts';
import { isOutboxPayload } from '../../../outbox/outbox.ts';
import {
  ActionRefusedError,
  defineAction,
  defineConsoleEndpoint,
  writeActionAuditRow,
} from '../../action.ts';
import { parseRowId } from '../../fields.ts';

export const deadOutboxRowCloseAction = defineAction({
  name: 'outbox close',
  summary: 'Close a failed task without doing it.',
  roles: ['ops', 'finance'],
  key: 'given',
  body: Type.Object({ ...OpsOutboxIdOrTopicParams.properties, ...OpsReasonBody.properties }),
  positionals: ['work'],
  console: defineConsoleEndpoint(opsCloseDeadOutboxRows, OpsActionReply),
  async run(context, { work, reason }) {
    const id = parseRowId(work, `There is no task or topic ${work}.`);
    await context.db.transaction(async (tx) => {
      const row = await closeDeadOutboxRow(tx, id);
      if (!row) throw new ActionRefusedError('There is no such failed task.');
      const { topic, payload } = row;
      // The row's webhook is closed too. Otherwise an invariant would report it as unprocessed for ever.
      if (isOutboxPayload('provider_reversal', payload))
        await finishProviderEvent(tx, payload.eventId, 'closed');
      const [before, after] = [{ topic, payload }, { closed: true }];
      await writeActionAuditRow(tx, context, { target: `outbox:${id}`, reason, before, after });
    });
    return { data: { id } };
  },
});
