import { nairaToKobo } from '#contract/kobo.ts';
import { formatNaira } from '#contract/money.ts';
import { writeAudit } from '../../../audit/audit-log.ts';
import type { Queryable } from '../../../db/database.ts';
import { findUserById } from '../../../features/auth/user-repository.ts';
import {
  findReconItems,
  findReconStatus,
  lagosToday,
  resolveReconItem,
} from '../../../features/payments/reconciliation/recon-repository.ts';
import { reconcileDay } from '../../../features/payments/reconciliation/recon-service.ts';
import {
  releaseParkedMoney,
  returnParkedMoney,
  worthKobo,
} from '../../../features/payments/unallocated/parked-money.ts';
import { findParkedMoney } from '../../../features/payments/unallocated/parked-money-repository.ts';
import type { JudgeSum } from '../../../ledger/judge-sum.ts';
import { isDay } from '../../../lib/calendar.ts';
import {
  type OpsAnswer,
  type OpsArguments,
  type OpsCommand,
  type OpsContext,
  Refusal,
  readOption,
  readRowId,
  requireOption,
  requireWord,
} from '../../command.ts';
import { textFields, textTable } from '../../command-line/text-table.ts';
import { judgeSumOf, needsApproval } from '../../operators.ts';
import { planned } from '../../planned.ts';
import { koboText, noticeWords } from '../../refund-preview.ts';
import { requireUserByEmail } from '../../shoppers.ts';

export const reconCommands: OpsCommand[] = [
  {
    name: 'recon run',
    usage: '[--day YYYY-MM-DD]',
    summary: "Compare a day of the card provider's books with ours (default: today in Lagos).",
    roles: ['finance'],
    act: 'again',
    asksProvider: true,
    options: ['day'],
    async run({ db, provider, config, actor }, { options }) {
      const day = options.day ?? (await lagosToday(db));
      if (!isDay(day)) throw new Refusal('--day is YYYY-MM-DD.');
      // Before the provider is asked: what is found and settled then stands in transactions of its own.
      await writeAudit(db, { actor, action: 'recon.run', target: `day:${day}` });
      const totals = await reconcileDay({ db, provider, groupWindowHours: config.groupWindowHours }, day);
      await writeAudit(db, { actor, action: 'recon.run_answered', target: `day:${day}`, after: totals });
      return { data: { day, ...totals }, text: textFields({ day, ...totals }), isGood: totals.items === 0 };
    },
  },
  {
    name: 'recon list',
    usage: '[--all] [--after ITEM] [--limit N]',
    summary: 'What waits for a decision between the two books.',
    roles: ['support', 'finance'],
    options: ['after', 'limit'],
    flags: ['all'],
    async run({ db }, args) {
      const { options } = args;
      const items = await findReconItems(db, {
        all: options.all === 'true',
        after: options.after === undefined ? null : readItemId(options.after),
        limit: readOption(args, 'limit', 500) ?? 500,
      });
      return { data: items, text: textTable(items, 'Nothing waits.') };
    },
  },
  {
    name: 'recon resolve',
    usage: 'ITEM --reason R [--release [--email E] | --returned] [--dry-run]',
    summary:
      'Close an item that has been looked into. Parked money leaves with it: to a wallet, or back at the provider.',
    roles: ['finance'],
    act: 'key',
    movesMoney: true,
    options: ['reason', 'email'],
    flags: ['release', 'returned', 'dry-run'],
    async run(context, args) {
      const itemId = readItemId(requireWord(args, 0, 'ITEM'));
      const wayOut = await findWayOut(context, itemId, args);
      if (args.options['dry-run']) return planResolve(context, itemId, wayOut);
      const reason = requireOption(args, 'reason');
      await context.db.transaction(async (tx) => {
        const status = await findReconStatus(tx, itemId);
        if (wayOut) await takeWayOut(tx, wayOut, { actor: context.actor, judgeSum: judgeSumOf(context) });
        const isClosed = await resolveReconItem(tx, itemId, reason, { evenResolved: wayOut !== null });
        if (!isClosed) throw new Refusal('There is no such open item.');
        await writeAudit(tx, {
          actor: context.actor,
          key: context.key,
          action: 'recon.resolve',
          target: `recon:${itemId}`,
          reason,
          before: { status },
          after: { status: 'resolved', ...wayOut?.moved, approvedBy: context.approvedBy },
        });
      });
      const { released = 0, returned = 0 } = wayOut?.moved ?? {};
      const moved = released > 0 ? ` ${formatNaira(released)} are in the wallet.` : '';
      return {
        data: { id: itemId, status: 'resolved', released, returned },
        text: `Item ${itemId} is resolved.${moved}`,
      };
    },
  },
];

function readItemId(word: string): number {
  const id = readRowId(word);
  if (id === null) throw new Refusal('There is no such open item.');
  return id;
}

/** How parked money leaves suspense. */
interface WayOut {
  transactionId: string;
  /** The wallet it goes to; null: it was given back at the provider. */
  userId: string | null;
  /** For the audit log. `released` in naira, rounded up as the wallet is; `returned` in its own currency. */
  moved: { released?: number; to?: string; returned?: number; currency?: string };
  /** Infinite: what another currency is worth in naira nobody here knows. */
  worthNaira: number;
}

async function planResolve(context: OpsContext, itemId: number, wayOut: WayOut | null): Promise<OpsAnswer> {
  const status = await findReconStatus(context.db, itemId);
  // What money lies under may be closed again: it leaves with it.
  if (status === undefined || (status !== 'open' && !wayOut))
    throw new Refusal('There is no such open item.');
  const { released = 0, returned = 0, currency = 'NGN' } = wayOut?.moved ?? {};
  const user = wayOut?.userId ? await findUserById(context.db, wayOut.userId) : null;
  const shopper = user?.name ?? 'a deleted account';
  const says =
    released > 0
      ? [
          `${formatNaira(released)} goes into the wallet of ${shopper}.`,
          noticeWords(shopper, 'review_release', nairaToKobo(released)),
        ]
      : returned > 0
        ? [
            `${currency === 'NGN' ? koboText(Math.round(returned * 100)) : `${returned} ${currency}`} is noted as given back at the provider.`,
            'No wallet changes.',
          ]
        : ['No money moves.'];
  const about = wayOut?.userId ? { userId: wayOut.userId, shopper } : {};
  const approval = wayOut !== null && (await needsApproval(context, wayOut.worthNaira));
  return planned(
    { id: itemId, released, returned, currency, needsApproval: approval },
    { about, says: [...says, `Item ${itemId} is closed.`] },
  );
}

/**
 * @returns null for an item without parked money.
 * @throws {Refusal} when parked money would stay behind, the wish does not fit what is parked, or its payer is not
 *   known.
 */
async function findWayOut(
  context: OpsContext,
  itemId: number,
  { options }: OpsArguments,
): Promise<WayOut | null> {
  const { release, returned, email } = options;
  if (release && returned) throw new Refusal('Either --release or --returned.');
  const parked = await findParkedMoney(context.db, itemId);
  if (!parked) {
    if (release || returned) throw new Refusal('No money is parked under this item.');
    return null;
  }
  const { transactionId, amountKobo, currency } = parked;
  const worthNaira = worthKobo(parked) / 100;
  if (!release && !returned) {
    throw new Refusal(
      `${amountKobo / 100} ${currency} are parked under this item: give them to a wallet with --release, or say with --returned that they were given back at the provider.`,
    );
  }
  if (returned) {
    return { transactionId, userId: null, moved: { returned: amountKobo / 100, currency }, worthNaira };
  }
  if (currency !== 'NGN') {
    throw new Refusal(`It was paid in ${currency}: a wallet holds naira. Give it back at the provider.`);
  }
  const userId = email ? (await requireUserByEmail(context.db, email)).id : parked.payerId;
  if (parked.payerId !== null && userId !== parked.payerId) {
    throw new Refusal(
      'Another shopper paid it: release it without --email, or say with --returned that it went back to the card.',
    );
  }
  if (userId === null) throw new Refusal('Nobody is known to have paid it: name the shopper with --email.');
  return { transactionId, userId, moved: { released: worthNaira, to: userId }, worthNaira };
}

async function takeWayOut(
  tx: Queryable,
  { transactionId, userId }: WayOut,
  mover: { actor: string; judgeSum: JudgeSum },
): Promise<void> {
  const kobo =
    userId === null
      ? await returnParkedMoney(tx, transactionId, mover)
      : await releaseParkedMoney(tx, transactionId, userId, mover);
  if (kobo === null) throw new Refusal('The money has left meanwhile.');
}
