import webPush from 'web-push';
import { NOTIFICATION_CATEGORIES } from '#contract/notifications/categories.ts';
import type { PushMessagePayload } from '#contract/worker-messages.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import type { ServerSecrets } from '../../db/server-secrets.ts';
import {
  deleteDeadPushSubscription,
  findPendingPushMessage,
  type PushPayload,
  recordPushFailure,
  recordPushSuccess,
} from './push-repository.ts';
import { areValidPushKeys, isPushServiceUrl } from './push-services.ts';

export interface PushSendingDeps {
  db: Database;
  secrets: Pick<ServerSecrets, 'vapid'>;
  config: Pick<Config, 'contact' | 'pushTestService'>;
}

const TIMEOUT_MS = 10_000;
/** The push service keeps a message for a day, for a phone that is off. Later the app itself lists the notification. */
const KEPT_S = 24 * 60 * 60;
/** Statuses that mean that the subscription no longer exists. */
const GONE = [404, 410];

/**
 * Sends a notification to one phone. A subscription that is gone or unusable is removed; a notification deleted or read
 * meanwhile is not sent.
 *
 * @throws when the push service is unreachable or busy: the caller retries.
 * @source jobs.md, offline.md section 10
 */
export async function sendPushMessage(
  { db, secrets, config }: PushSendingDeps,
  payload: PushPayload,
): Promise<void> {
  const push = await findPendingPushMessage(db, payload);
  if (!push) return;
  if (!isPushServiceUrl(payload.endpoint, config.pushTestService) || !areValidPushKeys(push.keys)) {
    await deleteDeadPushSubscription(db, payload.endpoint);
    return;
  }
  const message: PushMessagePayload = {
    _id: push.id,
    title: push.title,
    message: push.message,
    path: push.path ?? NOTIFICATION_CATEGORIES[push.category].opens,
    unreadCount: push.unreadCount,
  };
  const subscription = { endpoint: payload.endpoint, keys: push.keys };
  const request = webPush.generateRequestDetails(subscription, JSON.stringify(message), {
    vapidDetails: { subject: `mailto:${config.contact.email}`, ...secrets.vapid },
    TTL: KEPT_S,
  });
  const status = await post(request).catch(async (error: unknown) => {
    await recordPushFailure(db, payload.endpoint);
    throw error;
  });
  if (GONE.includes(status)) await deleteDeadPushSubscription(db, payload.endpoint);
  else await recordPushSuccess(db, payload.endpoint);
}

/** @throws when the service is unreachable, or its status means neither success nor "gone". */
async function post(request: webPush.RequestDetails): Promise<number> {
  const answer = await fetch(request.endpoint, {
    method: request.method,
    headers: textHeaders(request.headers),
    body: request.body && new Uint8Array(request.body),
    // A push service never redirects; a redirect would send the message elsewhere.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await answer.body?.cancel();
  if (!answer.ok && !GONE.includes(answer.status)) {
    throw new Error(`the push service answered ${answer.status}`);
  }
  return answer.status;
}

/** The HTTP client sets the length itself. */
function textHeaders(headers: webPush.Headers): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name.toLowerCase() !== 'content-length')
      .map(([name, value]) => [name, String(value)]),
  );
}
