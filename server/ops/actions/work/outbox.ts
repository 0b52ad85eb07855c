import { opsGetOutboxBacklog } from '#contract/ops/work-endpoints.ts';
import { OpsOutboxBacklogReply } from '#contract/schemas/ops/work.ts';
import { readOutboxLags } from '../../../outbox/outbox.ts';
import { defineAction, defineConsoleEndpoint, EmptyActionBody } from '../../action.ts';

export const outboxSummaryAction = defineAction({
  name: 'outbox',
  summary: 'Tasks waiting in the outbox by topic, and for how long.',
  roles: ['support', 'ops', 'finance'],
  body: EmptyActionBody,
  console: defineConsoleEndpoint(opsGetOutboxBacklog, OpsOutboxBacklogReply),
  run: async ({ db }) => ({ data: await readOutboxLags(db) }),
});
