import type { PushSendingDeps } from '../features/notifications/push-sending.ts';
import { pushNewOrdersAndApprovalRequests } from '../ops/push/operator-push.ts';
import type { Job } from './runner.ts';

/** Sends push messages to operators' devices about new orders and actions that wait for approval. */
export function createOperatorPushJob(deps: PushSendingDeps): Job {
  return { name: 'operator-push', everyMs: 30_000, run: () => pushNewOrdersAndApprovalRequests(deps) };
}
