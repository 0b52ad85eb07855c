import { opsRetryDeadOutboxRows } from '#contract/ops/work-endpoints.ts';
import { OpsActionReply } from '#contract/schemas/ops/console.ts';
import { OpsOutboxIdOrTopicParams } from '#contract/schemas/ops/work.ts';
import { retryDeadOutboxRows } from '../../../outbox/dead-rows.ts';
import { OUTBOX_TOPICS } from '../../../outbox/outbox.ts';
import {
  ActionRefusedError,
  defineAction,
  defineConsoleEndpoint,
  writeActionAuditRow,
} from '../../action.ts';
import { parseRowId } from '../../fields.ts';

export const deadOutboxRowRetryAction = defineAction({
  name: 'outbox revive',
  summary: 'Try a failed task, or all of a topic, again.',
  roles: ['ops', 'finance'],
  key: 'given',
  body: OpsOutboxIdOrTopicParams,
  positionals: ['work'],
  console: defineConsoleEndpoint(opsRetryDeadOutboxRows, OpsActionReply),
  async run(context, { work }) {
    const which = Object.hasOwn(OUTBOX_TOPICS, work)
      ? { topic: work }
      : { id: parseRowId(work, `There is no task or topic ${work}.`) };
    const ids = await context.db.transaction(async (tx) => {
      const revived = await retryDeadOutboxRows(tx, which);
      if (revived.length === 0) throw new ActionRefusedError('There is no such failed task.');
      const [before, after] = [{ givenUp: revived }, { due: revived }];
      await writeActionAuditRow(tx, context, { target: `outbox:${work}`, before, after });
      return revived;
    });
    return { data: { ids } };
  },
});
