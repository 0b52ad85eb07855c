import type { FastifyInstance } from 'fastify';
import { getPushKey, subscribePush, unsubscribePush } from '#contract/member-endpoints.ts';
import { Done } from '#contract/schemas/basics.ts';
import { PushEndpointBody, PushKeyReply, PushSubscriptionBody } from '#contract/schemas/notification.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import type { Platform } from '../../http/platform.ts';
import { route } from '../../http/route.ts';
import { shopperTransaction } from '../../http/sessions/shopper-transaction.ts';
import { deleteSubscription, saveSubscription } from './push-repository.ts';
import { arePushKeys, isPushService } from './push-services.ts';

const done = { success: true } as const;

export function registerPushRoutes(
  app: FastifyInstance,
  { db, secrets, config }: Pick<Platform, 'db' | 'secrets' | 'config'>,
): void {
  route(app, getPushKey, {
    summary: "The shop's public push key",
    auth: 'none',
    cache: 'public, max-age=3600',
    schema: { reply: PushKeyReply },
    handler: async () => ({ success: true as const, key: secrets.vapid.publicKey }),
  });

  route(app, subscribePush, {
    summary: 'Subscribe this phone',
    auth: 'user',
    rateLimit: [{ name: 'push-subscribe', limit: 20, windowMs: 60 * 60_000, by: 'account' }],
    schema: { body: PushSubscriptionBody, reply: Done },
    handler: ({ user, body, idempotency }) => {
      const isGood = isPushService(body.endpoint, config.pushTestService) && arePushKeys(body.keys);
      if (!isGood) throw new DomainError('validation_failed');
      return shopperTransaction(db, user, async (tx) => {
        if (!(await saveSubscription(tx, user, body))) throw new DomainError('unauthorized');
        await idempotency.complete(tx, done);
        return done;
      });
    },
  });

  route(app, unsubscribePush, {
    summary: 'Unsubscribe this phone',
    auth: 'user',
    schema: { body: PushEndpointBody, reply: Done },
    handler: ({ user, body, idempotency }) =>
      shopperTransaction(db, user, async (tx) => {
        await deleteSubscription(tx, user.id, body.endpoint);
        await idempotency.complete(tx, done);
        return done;
      }),
  });
}
