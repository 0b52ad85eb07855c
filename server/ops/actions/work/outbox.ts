import { Type } from 'typebox';
import * as calls from '#contract/ops/work-endpoints.ts';
import { OpsActionReply, OpsReasonBody } from '#contract/schemas/ops/console.ts';
import * as schemas from '#contract/schemas/ops/work.ts';
import { finishProviderEvent } from '../../../features/payments/settle/provider-events-repository.ts';
import { closeDeadOutboxRow, findDeadOutboxRows, retryDeadOutboxRows } from '../../../outbox/dead-rows.ts';
import { isOutboxPayload, OUTBOX_TOPICS, readOutboxLags } from '../../../outbox/outbox.ts';
import {
  ActionRefusedError,
  defineAction,
  defineConsoleEndpoint,
  EmptyActionBody,
  writeActionAuditRow,
} from '../../action.ts';
import { parseRowId } from '../../fields.ts';

const outboxSummaryAction = defineAction({
  name: 'outbox',
  summary: 'Tasks waiting in the outbox by topic, and for how long.',
  roles: ['support', 'ops', 'finance'],
  body: EmptyActionBody,
  console: defineConsoleEndpoint(calls.opsGetOutboxBacklog, schemas.OpsOutboxBacklogReply),
  run: async ({ db }) => ({ data: await readOutboxLags(db) }),
});

const SHOWN = 200;

const outboxDeadListAction = defineAction({
  name: 'outbox dead',
  summary: 'Failed tasks: not tried again after 20 tries, oldest first.',
  roles: ['support', 'ops', 'finance'],
  body: EmptyActionBody,
  console: defineConsoleEndpoint(calls.opsListDeadOutboxRows, schemas.OpsDeadOutboxRowsReply),
  async run({ db }) {
    const data = await findDeadOutboxRows(db, SHOWN);
    return { data, isGood: data.length === 0 };
  },
});

const outboxRetryAction = defineAction({
  name: 'outbox revive',
  summary: 'Try a failed task, or all of a topic, again.',
  roles: ['ops', 'finance'],
  key: 'given',
  body: schemas.OpsOutboxRowParams,
  positionals: ['work'],
  console: defineConsoleEndpoint(calls.opsRetryDeadOutboxRow, OpsActionReply),
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

const outboxCloseAction = defineAction({
  name: 'outbox close',
  summary: 'Close a failed task without doing it.',
  roles: ['ops', 'finance'],
  key: 'given',
  body: Type.Object({ ...schemas.OpsOutboxRowParams.properties, ...OpsReasonBody.properties }),
  positionals: ['work'],
  console: defineConsoleEndpoint(calls.opsCloseDeadOutboxRow, OpsActionReply),
  async run(context, { work, reason }) {
    const id = parseRowId(work, `There is no task or topic ${work}.`);
    await context.db.transaction(async (tx) => {
      const row = await closeDeadOutboxRow(tx, id);
      if (!row) throw new ActionRefusedError('There is no such failed task.');
      const { topic, payload } = row;
      // The webhook of the row is closed too, or the invariants would report it for ever.
      if (isOutboxPayload('provider_reversal', payload))
        await finishProviderEvent(tx, payload.eventId, 'closed');
      const [before, after] = [{ topic, payload }, { closed: true }];
      await writeActionAuditRow(tx, context, { target: `outbox:${id}`, reason, before, after });
    });
    return { data: { id } };
  },
});

export const outboxActions = [
  outboxSummaryAction,
  outboxDeadListAction,
  outboxRetryAction,
  outboxCloseAction,
];
