import { Type } from 'typebox';
import { EMAIL_LENGTH_MAX } from '#contract/limits.ts';
import * as calls from '#contract/ops/shopper-endpoints.ts';
import { normalizePhoneNumber } from '#contract/rules/people/phone.ts';
import { PositiveIntegerUpTo, Uuid } from '#contract/schemas/basics.ts';
import { OpsActionReply, OpsReasonBody } from '#contract/schemas/ops/console.ts';
import * as schemas from '#contract/schemas/ops/shopper.ts';
import { findSecurityEvents } from '../../../audit/security-events.ts';
import type { Queryable } from '../../../db/database.ts';
import { lockExistingShopper } from '../../../db/lock-shopper.ts';
import { readAccountExport } from '../../../features/auth/account/account-export-repository.ts';
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

/** A shopper is named by exactly one of these fields. */
const shopperIdentifierFields = {
  email: Type.Optional(Type.String({ minLength: 1, maxLength: EMAIL_LENGTH_MAX })),
  userId: Type.Optional(Uuid),
};

const userNoteAddAction = defineAction({
  name: 'user note',
  summary: "Add a note about a shopper for other operators. It is part of the shopper's export.",
  roles: ['support', 'ops', 'finance'],
  key: 'given',
  body: Type.Object({ ...shopperIdentifierFields, ...schemas.OpsAddShopperNoteBody.properties }),
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
  body: schemas.OpsReleasePhoneNumberBody,
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

const LINES = 100;

const userSecurityEventsAction = defineAction({
  name: 'user events',
  summary: 'Sign-ins, failed tries and changes of an account, and what operators did to it.',
  roles: ['support', 'ops'],
  body: Type.Object({ ...shopperIdentifierFields, limit: Type.Optional(PositiveIntegerUpTo(1_000)) }),
  console: defineConsoleEndpoint(calls.opsListShopperSecurityEvents, schemas.OpsShopperSecurityEventsReply),
  async run({ db }, { limit = LINES, ...named }) {
    const { id } = await requireUserByIdOrEmail(db, named);
    return { data: await findSecurityEvents(db, id, limit), lookedAt: `user:${id}` };
  },
});

const userExportAction = defineAction({
  name: 'user export',
  summary: 'Everything the shop stores about a shopper, as JSON.',
  roles: ['support'],
  body: Type.Object(shopperIdentifierFields),
  console: defineConsoleEndpoint(calls.opsExportShopperData, schemas.OpsExportShopperDataReply),
  async run({ db }, named) {
    const { id } = await requireUserByIdOrEmail(db, named);
    return { data: await readAccountExport(db, id), lookedAt: `user:${id}` };
  },
  print: (data: object) => JSON.stringify(data, null, 2),
});

export const shopperAccountActions = [
  userNoteAddAction,
  userLockAction,
  userUnlockAction,
  userReleasePhoneAction,
  userSecurityEventsAction,
  userExportAction,
];
