import { opsOutbox } from '#contract/ops-work-endpoints.ts';
import { OpsOutboxReply } from '#contract/schemas/ops-work.ts';
import { readOutboxLags } from '../../../outbox/outbox.ts';
import { action, call, NoFields } from '../../action.ts';

export const outboxAction = action({
  name: 'outbox',
  summary: 'Tasks waiting in the outbox by topic, and for how long.',
  roles: ['support', 'ops', 'finance'],
  body: NoFields,
  console: call(opsOutbox, OpsOutboxReply),
  run: async ({ db }) => ({ data: await readOutboxLags(db) }),
});
