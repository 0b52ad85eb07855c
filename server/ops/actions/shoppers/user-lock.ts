import { Type } from 'typebox';
import { opsLockShopper, opsUnlockShopper } from '#contract/ops-shopper-endpoints.ts';
import { OpsActionReply, OpsReasonBody } from '#contract/schemas/ops.ts';
import type { Queryable } from '../../../db/database.ts';
import { clearAccountLimits } from '../../../features/auth/auth-limits.ts';
import { clearRecoveryLock } from '../../../features/auth/recovery/recovery-repository.ts';
import { revokeAllSessions } from '../../../features/auth/sessions/session-repository.ts';
import { setLocked, type UserRow } from '../../../features/auth/user-repository.ts';
import { type Action, action, call, writeRow } from '../../action.ts';
import { requireNamedShopper } from '../../shoppers.ts';
import { namedShopper } from './named-shopper.ts';

export const userLockAction = lock(
  'lock',
  'Lock an account: the shopper is signed out everywhere and cannot sign in.',
  (tx, user) => revokeAllSessions(tx, user.id),
);
export const userUnlockAction = lock(
  'unlock',
  'Unlock a shopper: account, recovery key and failed tries.',
  async (tx, user) => {
    await clearRecoveryLock(tx, user.email);
    await clearAccountLimits(tx, user);
  },
);

/** @param alongside a further change in the same transaction. */
function lock(
  verb: 'lock' | 'unlock',
  summary: string,
  alongside: (tx: Queryable, user: UserRow) => Promise<unknown>,
): Action {
  const locked = verb === 'lock';
  return action({
    name: `user ${verb}`,
    summary,
    roles: ['support', 'ops'],
    key: 'given',
    body: Type.Object({ ...namedShopper, ...OpsReasonBody.properties }),
    console: call(locked ? opsLockShopper : opsUnlockShopper, OpsActionReply),
    async run(context, { reason, ...named }) {
      const user = await requireNamedShopper(context.db, named);
      await context.db.transaction(async (tx) => {
        const before = { locked: await setLocked(tx, user.id, locked) };
        await alongside(tx, user);
        await writeRow(tx, context, { target: `user:${user.id}`, reason, before, after: { locked } });
      });
      return { data: { id: user.id, locked } };
    },
  });
}
