import { koboToNaira } from '#contract/kobo.ts';
import { phoneNumber } from '#contract/rules/phone.ts';
import { writeAudit } from '../../audit/audit-log.ts';
import { findSecurityEvents } from '../../audit/security-events.ts';
import type { Queryable } from '../../db/database.ts';
import { exportAccount } from '../../features/auth/account/account-export-repository.ts';
import { clearAccountLimits } from '../../features/auth/auth-limits.ts';
import { clearRecoveryLock } from '../../features/auth/recovery/recovery-repository.ts';
import { revokeAllSessions } from '../../features/auth/sessions/session-repository.ts';
import { findUserFigures, freePhone, setLocked, type UserRow } from '../../features/auth/user-repository.ts';
import { findWallet } from '../../features/wallet/wallet-repository.ts';
import { actionOf, type OpsCommand, Refusal, readOption, requireOption } from '../command.ts';
import { textFields, textTable } from '../command-line/text-table.ts';
import { requireNamedShopper, requireUserByEmail } from '../shoppers.ts';
import { userHistoryCommand } from './user-history-command.ts';
import { userNoteCommand } from './user-note-command.ts';

const EVENT_LINES = 100;

export const userCommands: OpsCommand[] = [
  {
    name: 'user show',
    usage: '--email E',
    summary: 'A shopper with wallet, groups and sessions in figures.',
    roles: ['support', 'ops', 'finance'],
    options: ['email'],
    async run({ db }, args) {
      const user = await requireUserByEmail(db, requireOption(args, 'email'));
      const wallet = await findWallet(db, user.id);
      const figures = await findUserFigures(db, user.id);
      const shown = {
        id: user.id,
        name: user.name,
        email: user.email,
        phone: user.phone,
        referralCode: user.referralCode,
        balanceNaira: koboToNaira(wallet?.balanceKobo ?? 0),
        heldNaira: koboToNaira(wallet?.heldKobo ?? 0),
        ...figures,
      };
      return { data: shown, text: textFields(shown), lookedAt: `user:${user.id}` };
    },
  },
  userHistoryCommand,
  userNoteCommand,
  lockCommand({
    name: 'user lock',
    summary: 'End every session of a shopper and refuse new ones.',
    locked: true,
    alongside: (tx, user) => revokeAllSessions(tx, user.id),
    text: 'The shopper is locked out.',
  }),
  lockCommand({
    name: 'user unlock',
    summary: 'Let a shopper in again: no lock, none of the recovery key, no tries used up.',
    locked: false,
    alongside: async (tx, user) => {
      await clearRecoveryLock(tx, user.email);
      await clearAccountLimits(tx, user);
    },
    text: 'The shopper may sign in again.',
  }),
  {
    name: 'user free-phone',
    usage: '--phone P --reason R',
    summary: "Take a number from an account that is not its owner's, so that its owner can sign up.",
    roles: ['support'],
    act: 'key',
    options: ['phone', 'reason'],
    async run({ db, actor, key }, args) {
      const phone = phoneNumber(requireOption(args, 'phone'));
      const reason = requireOption(args, 'reason');
      const id = await db.transaction(async (tx) => {
        const userId = await freePhone(tx, phone);
        if (!userId) throw new Refusal('No shopper has this number.');
        // The number itself is not for a log that is never erased.
        const [before, after] = [{ phone: 'as given' }, { phone: 'made up' }];
        const target = `user:${userId}`;
        await writeAudit(tx, { actor, action: 'user.free-phone', target, reason, before, after, key });
        return userId;
      });
      return { data: { id }, text: 'The number is free.' };
    },
  },
  {
    name: 'user events',
    usage: '(--email E | --id ID) [--limit N]',
    summary: 'Sign-ins, failures and changes of an account, and what operators did to it.',
    roles: ['support', 'ops'],
    options: ['email', 'id', 'limit'],
    async run({ db }, args) {
      const user = await requireNamedShopper(db, args);
      const limit = readOption(args, 'limit', 1_000) ?? EVENT_LINES;
      const events = await findSecurityEvents(db, user.id, limit);
      const text = textTable(events, 'Nothing is known of this account.');
      return { data: events, text, lookedAt: `user:${user.id}` };
    },
  },
  {
    name: 'user export',
    usage: '(--email E | --id ID)',
    summary: 'Everything the shop keeps about a shopper, as JSON.',
    roles: ['support'],
    options: ['email', 'id'],
    async run({ db }, args) {
      const user = await requireNamedShopper(db, args);
      const data = await exportAccount(db, user.id);
      return { data, text: JSON.stringify(data, null, 2), lookedAt: `user:${user.id}` };
    },
  },
];

interface LockCommand {
  name: string;
  summary: string;
  locked: boolean;
  /** What changes in the same transaction. */
  alongside: (tx: Queryable, user: UserRow) => Promise<unknown>;
  text: string;
}

/** A command that shuts a shopper out or lets them in, with its reason in the audit log. */
function lockCommand({ name, summary, locked, alongside, text }: LockCommand): OpsCommand {
  return {
    name,
    usage: '(--email E | --id ID) --reason R',
    summary,
    roles: ['support', 'ops'],
    act: 'key',
    options: ['email', 'id', 'reason'],
    async run({ db, actor, command, key }, args) {
      const user = await requireNamedShopper(db, args);
      const reason = requireOption(args, 'reason');
      await db.transaction(async (tx) => {
        const before = { locked: await setLocked(tx, user.id, locked) };
        await alongside(tx, user);
        await writeAudit(tx, {
          actor,
          action: actionOf(command),
          target: `user:${user.id}`,
          reason,
          before,
          after: { locked },
          key,
        });
      });
      return { data: { id: user.id, locked }, text };
    },
  };
}
