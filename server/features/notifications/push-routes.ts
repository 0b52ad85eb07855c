import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/member-endpoints.ts';
import { SuccessSchema } from '#contract/schemas/basics.ts';
import * as schemas from '#contract/schemas/notification.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import { addApiRoute } from '../../http/route.ts';
import { replyInShopperTransaction } from '../../http/sessions/shopper-transaction.ts';
import type { SharedServices } from '../../http/shared-services.ts';
import { deletePushSubscriptionRow, upsertPushSubscription } from './push-repository.ts';
import { areValidPushKeys, isPushServiceUrl } from './push-services.ts';

const done = { success: true } as const;

export function registerPushRoutes(
  app: FastifyInstance,
  { db, secrets, config }: Pick<SharedServices, 'db' | 'secrets' | 'config'>,
): void {
  addApiRoute(app, calls.getPushPublicKey, {
    summary: "The shop's public push key",
    auth: 'none',
    cache: 'public, max-age=3600',
    schema: { reply: schemas.PushPublicKeyReply },
    handler: async () => ({ success: true as const, key: secrets.vapid.publicKey }),
  });

  addApiRoute(app, calls.savePushSubscription, {
    summary: 'Subscribe this phone',
    auth: 'user',
    rateLimit: [{ name: 'push-subscribe', limit: 20, windowMs: 60 * 60_000, by: 'account' }],
    schema: { body: schemas.PushSubscriptionBody, reply: SuccessSchema },
    handler: (call) => {
      const { body, user } = call;
      const isGood = isPushServiceUrl(body.endpoint, config.pushTestService) && areValidPushKeys(body.keys);
      if (!isGood) throw new DomainError('validation_failed');
      return replyInShopperTransaction(db, call, async (tx) => {
        if (!(await upsertPushSubscription(tx, user, body))) throw new DomainError('unauthorized');
        return done;
      });
    },
  });

  addApiRoute(app, calls.removePushSubscription, {
    summary: 'Unsubscribe this phone',
    auth: 'user',
    schema: { body: schemas.RemovePushSubscriptionBody, reply: SuccessSchema },
    handler: (call) =>
      replyInShopperTransaction(db, call, async (tx) => {
        await deletePushSubscriptionRow(tx, call.user.id, call.body.endpoint);
        return done;
      }),
  });
}
