import { opsReviveOutboxRow } from '#contract/ops-work-endpoints.ts';
import { OpsActionReply } from '#contract/schemas/ops.ts';
import { OpsWorkParams } from '#contract/schemas/ops-work.ts';
import { reviveRows } from '../../../outbox/dead-rows.ts';
import { TOPICS } from '../../../outbox/outbox.ts';
import { action, call, Refusal, writeRow } from '../../action.ts';
import { readRowId } from '../../fields.ts';

export const outboxReviveAction = action({
  name: 'outbox revive',
  summary: 'Try a failed task, or all of a topic, again.',
  roles: ['ops', 'finance'],
  key: 'given',
  body: OpsWorkParams,
  positionals: ['work'],
  console: call(opsReviveOutboxRow, OpsActionReply),
  async run(context, { work }) {
    const which = Object.hasOwn(TOPICS, work)
      ? { topic: work }
      : { id: readRowId(work, `There is no task or topic ${work}.`) };
    const ids = await context.db.transaction(async (tx) => {
      const revived = await reviveRows(tx, which);
      if (revived.length === 0) throw new Refusal('There is no such failed task.');
      const [before, after] = [{ givenUp: revived }, { due: revived }];
      await writeRow(tx, context, { target: `outbox:${work}`, before, after });
      return revived;
    });
    return { data: { ids } };
  },
});
