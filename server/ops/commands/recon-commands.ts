import { formatNaira, koboToNaira } from '#contract/money.ts';
import type { Queryable } from '../../db/database.ts';
import { writeAudit } from '../../features/audit/audit-log.ts';
import { findParkedMoney, releaseParkedMoney } from '../../features/payments/parked-money.ts';
import { reconcileDay } from '../../features/payments/recon-service.ts';
import { type OpsCommand, type OpsContext, Refusal, requireOption, requireWord } from '../command.ts';
import { requireApproval } from '../operators.ts';
import { requireUserByEmail } from '../shoppers.ts';
import { textFields, textTable } from '../text-table.ts';

export const reconCommands: OpsCommand[] = [
  {
    name: 'recon run',
    usage: '[--day YYYY-MM-DD]',
    summary: "Compare a day of the card provider's books with ours (default: today in Lagos).",
    roles: ['finance'],
    options: ['day'],
    async run({ db, provider, config, actor }, { options }) {
      const day = options.day ?? (await lagosToday(db));
      if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new Refusal('--day is YYYY-MM-DD.');
      const totals = await reconcileDay({ db, provider, groupWindowHours: config.groupWindowHours }, day);
      await writeAudit(db, { actor, action: 'recon.run', target: `day:${day}`, after: totals });
      return { data: { day, ...totals }, text: textFields({ day, ...totals }), isGood: totals.items === 0 };
    },
  },
  {
    name: 'recon list',
    usage: '[--all]',
    summary: 'What waits for a decision between the two books.',
    roles: ['support', 'finance'],
    flags: ['all'],
    async run({ db }, { options }) {
      const items = await db.query<object>(
        `SELECT id, day::text, kind, reference, ours, theirs, status, note, due_at AS "dueAt"
         FROM recon_items WHERE $1 OR status = 'open' ORDER BY due_at LIMIT 500`,
        [options.all === 'true'],
      );
      return { data: items, text: textTable(items, 'Nothing waits.') };
    },
  },
  {
    name: 'recon resolve',
    usage: 'ITEM --reason R [--release [--email E]]',
    summary: 'Close an item that has been looked into; with --release its parked naira go to a wallet.',
    roles: ['finance'],
    options: ['reason', 'email'],
    flags: ['release'],
    async run(context, args) {
      const itemId = readItemId(requireWord(args, 0, 'ITEM'));
      const reason = requireOption(args, 'reason');
      const released = args.options.release
        ? await findReleasable(context, itemId, args.options.email)
        : null;
      await context.db.transaction(async (tx) => {
        const rows = await tx.query(
          `UPDATE recon_items SET status = 'resolved', resolved_at = app_now(), note = $2
           WHERE id = $1 AND status = 'open' RETURNING 1`,
          [itemId, reason],
        );
        if (rows.length === 0) throw new Refusal('There is no such open item.');
        if (released) await release(tx, released, context.actor);
        const after = released && {
          released: released.amount,
          to: released.userId,
          approvedBy: context.approvedBy,
        };
        await writeAudit(tx, {
          actor: context.actor,
          action: 'recon.resolve',
          target: `recon:${itemId}`,
          reason,
          ...(after && { after }),
        });
      });
      const given = released ? ` ${formatNaira(released.amount)} are in the wallet.` : '';
      return {
        data: { id: itemId, status: 'resolved', released: released?.amount ?? 0 },
        text: `Item ${itemId} is resolved.${given}`,
      };
    },
  },
];

function readItemId(word: string): number {
  const id = Number(word);
  return Number.isSafeInteger(id) ? id : -1;
}

interface Release {
  transactionId: number;
  userId: string;
  /** Naira, rounded up as the wallet is. */
  amount: number;
}

/** @throws {Refusal} when the item holds no naira, its payer is not known, or a second operator must agree. */
async function findReleasable(
  context: OpsContext,
  itemId: number,
  email: string | undefined,
): Promise<Release> {
  const parked = await findParkedMoney(context.db, itemId);
  if (!parked) throw new Refusal('No money is parked under such an open item.');
  if (parked.currency !== 'NGN') {
    throw new Refusal(
      `It was paid in ${parked.currency}: a wallet holds naira. Give it back at the provider.`,
    );
  }
  const userId = email ? (await requireUserByEmail(context.db, email)).id : parked.payerId;
  if (userId === null) throw new Refusal('Nobody is known to have paid it: name the shopper with --email.');
  const amount = Math.ceil(koboToNaira(parked.amountKobo));
  await requireApproval(context, amount);
  return { transactionId: parked.transactionId, userId, amount };
}

async function release(tx: Queryable, { transactionId, userId }: Release, actor: string): Promise<void> {
  const kobo = await releaseParkedMoney(tx, transactionId, userId, actor);
  if (kobo === null) throw new Refusal('The money was released meanwhile.');
}

async function lagosToday(db: Parameters<typeof reconcileDay>[0]['db']): Promise<string> {
  const rows = await db.query<{ day: string }>(
    `SELECT to_char(app_now() AT TIME ZONE 'Africa/Lagos', 'YYYY-MM-DD') AS day`,
  );
  return rows[0]?.day as string;
}
