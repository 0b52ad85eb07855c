import { Type } from 'typebox';
import { opsLockShopper, opsUnlockShopper } from '#contract/ops/shopper-endpoints.ts';
import { OpsActionReply, OpsReasonBody } from '#contract/schemas/ops/console.ts';
import type { Queryable } from '../../../db/database.ts';
import { clearAccountRateLimits } from '../../../features/auth/auth-limits.ts';
import { clearRecoveryLock } from '../../../features/auth/recovery/recovery-repository.ts';
import { revokeAllSessions } from '../../../features/auth/sessions/session-repository.ts';
import { setUserLocked, type UserRow } from '../../../features/auth/user-repository.ts';
import {
  defineAction,
  defineConsoleEndpoint,
  type OperatorAction,
  writeActionAuditRow,
} from '../../action.ts';
import { requireShopperByIdOrEmail } from '../../shoppers.ts';
import { shopperIdentifierFields } from './shopper-identifier-fields.ts';

export const userLockAction = defineLockAction(
  'lock',
  'Lock an account: the shopper is signed out everywhere and cannot sign in.',
  (tx, user) => revokeAllSessions(tx, user.id),
);
export const userUnlockAction = defineLockAction(
  'unlock',
  'Unlock a shopper: account, recovery key and failed tries.',
  async (tx, user) => {
    await clearRecoveryLock(tx, user.email);
    await clearAccountRateLimits(tx, user);
  },
);

/** Creates the action that locks or unlocks a shopper. @param alongside a further change in the same transaction. */
function defineLockAction(
  verb: 'lock' | 'unlock',
  summary: string,
  alongside: (tx: Queryable, user: UserRow) => Promise<unknown>,
): OperatorAction {
  const locked = verb === 'lock';
  return defineAction({
    name: `user ${verb}`,
    summary,
    roles: ['support', 'ops'],
    key: 'given',
    body: Type.Object({ ...shopperIdentifierFields, ...OpsReasonBody.properties }),
    console: defineConsoleEndpoint(locked ? opsLockShopper : opsUnlockShopper, OpsActionReply),
    async run(context, { reason, ...named }) {
      const user = await requireShopperByIdOrEmail(context.db, named);
      await context.db.transaction(async (tx) => {
        const before = { locked: await setUserLocked(tx, user.id, locked) };
        await alongside(tx, user);
        await writeActionAuditRow(tx, context, {
          target: `user:${user.id}`,
          reason,
          before,
          after: { locked },
        });
      });
      return { data: { id: user.id, locked } };
    },
  });
}
