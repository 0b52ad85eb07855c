import type { FastifyInstance } from 'fastify';
import { getGroupInvitation, getGroupProgress } from '#contract/endpoints.ts';
import * as calls from '#contract/member-endpoints.ts';
import type { GroupInvitationLink } from '#contract/rules/group/group-invitation.ts';
import { Cart } from '#contract/schemas/cart.ts';
import * as schemas from '#contract/schemas/group.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import { computeEtag } from '../../http/pages/conditional-get.ts';
import { addApiRoute } from '../../http/route.ts';
import {
  runIdempotentWrite,
  runShopperTransaction,
  type ShopperWriteRequest,
} from '../../http/sessions/shopper-transaction.ts';
import type { GroupsService } from './groups-service.ts';
import {
  deleteProductAlert as deleteAlertRow,
  findProductIdsWithAlert,
  insertProductAlert,
} from './product-alerts-repository.ts';

/** Only this is stored under the idempotency key, because the reply itself is read from the group's current state. */
const LEFT = { success: true };

/** Reads of groups that need no sign-in; the server-rendered pages use them too. */
export interface PublicGroupReader {
  progress: (productId: string) => Promise<schemas.GroupProgress>;
  /** Returns null for an unknown group or a solo purchase. */
  invitation: (link: GroupInvitationLink) => Promise<schemas.GroupInvitation | null>;
}

export function registerGroupRoutes(
  app: FastifyInstance,
  { db }: { db: Database },
  groups: GroupsService,
  reads: PublicGroupReader,
): void {
  addApiRoute(app, getGroupProgress, {
    summary: "A product's open group",
    auth: 'none',
    cache: 'public, max-age=1',
    schema: { params: schemas.ProductIdParams, reply: schemas.GroupProgressReply },
    handler: async ({ params }) => ({
      success: true as const,
      data: await reads.progress(params.productId.toLowerCase()),
    }),
  });

  addApiRoute(app, getGroupInvitation, {
    summary: 'Whose group a shared link leads to, and what became of it',
    auth: 'none',
    schema: {
      params: schemas.GroupIdParams,
      query: schemas.GroupInvitationReferralQuery,
      reply: schemas.GroupInvitationReply,
    },
    handler: async ({ params, query }) => {
      const data = await reads.invitation({ groupId: params.groupId, referralCode: query.ref ?? '' });
      if (!data) throw new DomainError('group_not_found');
      return { success: true as const, data };
    },
  });

  addApiRoute(app, calls.listMyGroups, {
    summary: "The caller's group buys and their figures",
    auth: 'user',
    cache: 'private, no-cache',
    schema: { query: schemas.MyGroupsQuery, reply: schemas.MyGroupsReply },
    handler: async ({ user, query, reply }) => {
      const answer = await groups.myGroups(db, user.id, query);
      // The remaining time is not part of the ETag, because it would change the ETag with every poll.
      const state = answer.data.map(({ timeRemaining, ...row }) => row);
      const etag = computeEtag(JSON.stringify([state, answer.stats]));
      reply.header('etag', etag).header('x-server-time', answer.serverTime);
      return answer;
    },
  });

  registerMemberActions(app, db, groups);
}

/** Registers the calls with which a member leaves a group, reduces a quantity or switches to a solo purchase. */
function registerMemberActions(app: FastifyInstance, db: Database, groups: GroupsService): void {
  // The reply is read after the commit, because until then the group's row is locked and buyers wait.
  const readLeft = async (userId: string, groupId: string): Promise<schemas.LeaveGroupReply> => ({
    success: true,
    data: await groups.myGroup(db, userId, groupId),
  });

  addApiRoute(app, calls.leaveGroup, {
    summary: 'Leave a forming group and get the money back',
    auth: 'user',
    schema: { params: schemas.GroupIdParams, reply: schemas.LeaveGroupReply },
    idempotent: { replay: (_stored, { user, params }) => readLeft(user.id, params.groupId) },
    handler: async ({ user, params, idempotency }) => {
      const leave = (tx: Transaction) =>
        groups.leave(tx, user.id, params.groupId, () => idempotency.complete(tx, LEFT));
      await db.inTurn(() => runShopperTransaction(db, user, leave));
      return readLeft(user.id, params.groupId);
    },
  });

  addApiRoute(app, calls.reduceOrderLineQuantity, {
    summary: 'Keep less of a paid line in a forming group and get the money of the rest back',
    auth: 'user',
    schema: {
      params: schemas.GroupIdParams,
      body: schemas.ReduceOrderLineQuantityBody,
      reply: schemas.LeaveGroupReply,
    },
    idempotent: { replay: (_stored, { user, params }) => readLeft(user.id, params.groupId) },
    handler: async ({ user, params, body, idempotency }) => {
      const reduced = { ...body, groupId: params.groupId, trackingNumber: body.trackingNumber.toUpperCase() };
      const takeLess = (tx: Transaction) =>
        groups.takeLess(tx, user.id, reduced, () => idempotency.complete(tx, LEFT));
      await db.inTurn(() => runShopperTransaction(db, user, takeLess));
      return readLeft(user.id, params.groupId);
    },
  });

  addApiRoute(app, calls.switchToSoloPurchase, {
    summary: 'Put the lines of a failed group into the cart at the standard price',
    auth: 'user',
    schema: { params: schemas.GroupIdParams, reply: Cart },
    handler: (call) =>
      runIdempotentWrite(db, call, async (tx) => ({
        ...(await groups.switchToSolo(tx, call.user.id, call.params.groupId)),
        success: true as const,
      })),
  });
}

/**
 * Registers the calls for product alerts. An alert is sent when the product's group opens or is almost full.
 * @source groups.md
 */
export function registerProductAlertRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  const change = (call: ShopperWriteRequest, write: (tx: Transaction) => Promise<void>) =>
    runIdempotentWrite(db, call, async (tx) => {
      await write(tx);
      return { success: true as const, data: await findProductIdsWithAlert(tx, call.user.id) };
    });

  addApiRoute(app, calls.listProductAlerts, {
    summary: 'The products whose group the caller waits for',
    auth: 'user',
    cache: 'private, no-cache',
    schema: { reply: schemas.ProductAlertsReply },
    handler: async ({ user }) => ({
      success: true as const,
      data: await findProductIdsWithAlert(db, user.id),
    }),
  });

  addApiRoute(app, calls.setProductAlert, {
    summary: 'Tell the caller once when a group of the product opens or is almost full',
    auth: 'user',
    schema: { params: schemas.ProductIdParams, reply: schemas.ProductAlertsReply },
    handler: (call) =>
      change(call, async (tx) => {
        if (!(await insertProductAlert(tx, call.user.id, call.params.productId)))
          throw new DomainError('product_not_found');
      }),
  });

  addApiRoute(app, calls.deleteProductAlert, {
    summary: 'Do not tell the caller any more',
    auth: 'user',
    schema: { params: schemas.ProductIdParams, reply: schemas.ProductAlertsReply },
    handler: (call) => change(call, (tx) => deleteAlertRow(tx, call.user.id, call.params.productId)),
  });
}
