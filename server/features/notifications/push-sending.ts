import webPush from 'web-push';
import { NOTIFICATION_CATEGORIES } from '#contract/notifications/categories.ts';
import type { PushSubscriptionBody } from '#contract/schemas/notification.ts';
import type { PushMessagePayload } from '#contract/worker-messages.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import type { ServerSecrets } from '../../db/server-secrets.ts';
import * as rows from './push-repository.ts';
import { areValidPushKeys, isPushServiceUrl } from './push-services.ts';

export interface PushSendingDeps {
  db: Database;
  secrets: Pick<ServerSecrets, 'vapid'>;
  config: Pick<Config, 'contact' | 'pushTestService'>;
}

const TIMEOUT_MS = 10_000;
/**
 * Seconds (one day) for which the push service stores a message for a phone that is off. After that the shopper sees
 * the notification only in the app.
 */
const KEPT_S = 24 * 60 * 60;
/** HTTP statuses by which a push service says that the subscription no longer exists, so that it is removed. */
const GONE = [404, 410];

/**
 * Sends a notification to one phone, unless it was deleted or read. An unusable subscription is removed.
 * @throws when the push service is unreachable or busy.
 * @source jobs.md, offline.md section 10
 */
export async function sendPushMessage(deps: PushSendingDeps, payload: rows.PushOutboxPayload): Promise<void> {
  const { db } = deps;
  const push = await rows.findPendingPushMessage(db, payload);
  if (!push) return;
  const message: PushMessagePayload = {
    _id: push.id,
    title: push.title,
    message: push.message,
    path: push.path ?? NOTIFICATION_CATEGORIES[push.category].opens,
    unreadCount: push.unreadCount,
  };
  const subscription = { endpoint: payload.endpoint, keys: push.keys };
  const result = await sendToPushService(deps, subscription, message).catch(async (error: unknown) => {
    await rows.recordPushFailure(db, payload.endpoint);
    throw error;
  });
  if (result === 'gone') await rows.deleteDeadPushSubscription(db, payload.endpoint);
  else await rows.recordPushSuccess(db, payload.endpoint);
}

/**
 * Sends a message to one browser.
 * @returns `gone` when the subscription is unusable.
 * @throws when the push service is unreachable or busy.
 */
export async function sendToPushService(
  { secrets, config }: PushSendingDeps,
  { endpoint, keys }: PushSubscriptionBody,
  message: PushMessagePayload,
): Promise<'delivered' | 'gone'> {
  if (!isPushServiceUrl(endpoint, config.pushTestService) || !areValidPushKeys(keys)) return 'gone';
  const request = webPush.generateRequestDetails({ endpoint, keys }, JSON.stringify(message), {
    vapidDetails: { subject: `mailto:${config.contact.email}`, ...secrets.vapid },
    TTL: KEPT_S,
  });
  return GONE.includes(await post(request)) ? 'gone' : 'delivered';
}

/**
 * Posts an encrypted message.
 * @throws when the push service is unreachable, or its status means neither success nor "gone".
 */
async function post(request: webPush.RequestDetails): Promise<number> {
  const answer = await fetch(request.endpoint, {
    method: request.method,
    headers: textHeaders(request.headers),
    body: request.body && new Uint8Array(request.body),
    // Redirects are refused, because they could send the message elsewhere and no push service needs them.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await answer.body?.cancel();
  if (!answer.ok && !GONE.includes(answer.status)) {
    throw new Error(`the push service answered ${answer.status}`);
  }
  return answer.status;
}

/** Converts the headers for the HTTP client. `content-length` is left out, because the client computes it itself. */
function textHeaders(headers: webPush.Headers): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name.toLowerCase() !== 'content-length')
      .map(([name, value]) => [name, String(value)]),
  );
}
