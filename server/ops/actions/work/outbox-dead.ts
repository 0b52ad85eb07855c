import { opsListDeadOutboxRows } from '#contract/ops/work-endpoints.ts';
import { OpsDeadOutboxRowsReply } from '#contract/schemas/ops/work.ts';
import { findDeadOutboxRows } from '../../../outbox/dead-rows.ts';
import { defineAction, defineConsoleEndpoint, EmptyActionBody } from '../../action.ts';

const SHOWN = 200;

export const deadOutboxRowListAction = defineAction({
  name: 'outbox dead',
  summary: 'Failed tasks: not tried again after 20 tries, oldest first.',
  roles: ['support', 'ops', 'finance'],
  body: EmptyActionBody,
  console: defineConsoleEndpoint(opsListDeadOutboxRows, OpsDeadOutboxRowsReply),
  async run({ db }) {
    const data = await findDeadOutboxRows(db, SHOWN);
    return { data, isGood: data.length === 0 };
  },
});
