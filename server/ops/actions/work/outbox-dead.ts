import { opsDeadOutbox } from '#contract/ops-work-endpoints.ts';
import { OpsDeadWorkReply } from '#contract/schemas/ops-work.ts';
import { findDeadRows } from '../../../outbox/dead-rows.ts';
import { action, call, NoFields } from '../../action.ts';

const SHOWN = 200;

export const outboxDeadAction = action({
  name: 'outbox dead',
  summary: 'Failed tasks: not tried again after 20 tries, oldest first.',
  roles: ['support', 'ops', 'finance'],
  body: NoFields,
  console: call(opsDeadOutbox, OpsDeadWorkReply),
  async run({ db }) {
    const data = await findDeadRows(db, SHOWN);
    return { data, isGood: data.length === 0 };
  },
});
