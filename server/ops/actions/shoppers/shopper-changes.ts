import { Type } from 'typebox';
import * as calls from '#contract/ops/shopper-endpoints.ts';
import { normalizePhoneNumber } from '#contract/rules/people/phone.ts';
import { OpsActionReply, OpsReasonBody } from '#contract/schemas/ops/console.ts';
import { OpsAddShopperNoteBody, OpsReleasePhoneNumberBody } from '#contract/schemas/ops/shopper.ts';
import type { Queryable } from '../../../db/database.ts';
import { lockExistingShopper } from '../../../db/lock-shopper.ts';
import { clearAccountRateLimits } from '../../../features/auth/auth-limits.ts';
import { clearRecoveryLock } from '../../../features/auth/recovery/recovery-repository.ts';
import { revokeAllSessions } from '../../../features/auth/sessions/session-repository.ts';
import { releasePhoneNumber, setUserLocked, type UserRow } from '../../../features/auth/user-repository.ts';
import {
  ActionRefusedError,
  defineAction,
  defineConsoleEndpoint,
  type OperatorAction,
  writeActionAuditRow,
} from '../../action.ts';
import { countShopperNotes, insertShopperNote } from '../../shopper-notes-repository.ts';
import { requireUserByIdOrEmail } from '../../shoppers.ts';
import { shopperIdentifierFields } from './shopper-records.ts';

const userNoteAddAction = defineAction({
  name: 'user note',
  summary: "Add a note about a shopper for other operators. It is part of the shopper's export.",
  roles: ['support', 'ops', 'finance'],
  key: 'given',
  body: Type.Object({ ...shopperIdentifierFields, ...OpsAddShopperNoteBody.properties }),
  console: defineConsoleEndpoint(calls.opsAddShopperNote, OpsActionReply),
  async run(context, { text: note, ...named }) {
    const { id } = await requireUserByIdOrEmail(context.db, named);
    const notes = await context.db.transaction(async (tx) => {
      await lockExistingShopper(tx, id);
      const before = await countShopperNotes(tx, id);
      await insertShopperNote(tx, { userId: id, note, writtenBy: context.actor });
      // The audit log is never erased, so it does not contain the text of the note.
      const figures = { before: { notes: before }, after: { notes: before + 1 } };
      await writeActionAuditRow(tx, context, { target: `user:${id}`, ...figures });
      return before + 1;
    });
    return { data: { id, notes } };
  },
});

const userLockAction = lock(
  'lock',
  'Lock an account: the shopper is signed out everywhere and cannot sign in.',
  (tx, user) => revokeAllSessions(tx, user.id),
);
const userUnlockAction = lock(
  'unlock',
  'Unlock a shopper: account, recovery key and failed tries.',
  async (tx, user) => {
    await clearRecoveryLock(tx, user.email);
    await clearAccountRateLimits(tx, user);
  },
);

/** Creates the action that locks or unlocks a shopper. @param alongside a further change in the same transaction. */
function lock(
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
    console: defineConsoleEndpoint(locked ? calls.opsLockShopper : calls.opsUnlockShopper, OpsActionReply),
    async run(context, { reason, ...named }) {
      const user = await requireUserByIdOrEmail(context.db, named);
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

const userReleasePhoneAction = defineAction({
  name: 'user free-phone',
  summary: 'Release a phone number from an account, so that the real owner of the number can sign up.',
  roles: ['support'],
  key: 'given',
  body: OpsReleasePhoneNumberBody,
  console: defineConsoleEndpoint(calls.opsReleasePhoneNumber, OpsActionReply),
  async run(context, { phone, reason }) {
    const id = await context.db.transaction(async (tx) => {
      const userId = await releasePhoneNumber(tx, normalizePhoneNumber(phone));
      if (!userId) throw new ActionRefusedError('No shopper has this number.');
      // The phone number itself is not logged, because the audit log is never erased.
      const [before, after] = [{ phone: 'as given' }, { phone: 'made up' }];
      await writeActionAuditRow(tx, context, { target: `user:${userId}`, reason, before, after });
      return userId;
    });
    return { data: { id } };
  },
});

export const shopperChangeActions = [
  userNoteAddAction,
  userLockAction,
  userUnlockAction,
  userReleasePhoneAction,
];
