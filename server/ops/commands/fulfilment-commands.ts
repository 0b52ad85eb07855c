import { koboToNaira, nairaToKobo } from '#contract/kobo.ts';
import { formatNaira } from '#contract/money.ts';
import { countOf } from '#contract/rules/count-of.ts';
import { FULFILMENT_STAGES, type FulfilmentStage } from '#contract/rules/group-status.ts';
import { plainCode } from '#contract/rules/typed-text.ts';
import { UNPROVEN_OUTCOMES } from '#contract/schemas/ops-pickup.ts';
import {
  type FoundBatch,
  findRecentMoves,
  type MovedBatch,
} from '../../features/fulfilment/batch-repository.ts';
import { findMove, moveBatches, planMove, takeMoveBack } from '../../features/fulfilment/batch-service.ts';
import { collect, unlockPickup } from '../../features/fulfilment/collect-service.ts';
import { findUnproven } from '../../features/fulfilment/unproven-repository.ts';
import { resolveUnproven } from '../../features/fulfilment/unproven-service.ts';
import { refundItem, tryRefundItem } from '../../features/groups/group-refund-service.ts';
import { collectFrom } from '../../features/payments/reversals/reversals.ts';
import { isTime } from '../../lib/calendar.ts';
import {
  type OpsArguments,
  type OpsCommand,
  Refusal,
  readAmount,
  readLine,
  readRowId,
  requireOption,
  requireTracking,
  requireWord,
} from '../command.ts';
import { textTable } from '../command-line/text-table.ts';
import { judgeSumOf, needsApproval } from '../operators.ts';
import { planned } from '../planned.ts';
import { readRefundState } from '../readings/refund-repository.ts';
import { refundPreview } from '../refund-preview.ts';

export const fulfilmentCommands: OpsCommand[] = [
  {
    name: 'batch move',
    usage: '--centre CODE --from STAGE --to STAGE [--product SLUG] [--reason R] [--dry-run]',
    summary: `Move the batches of a pickup centre forward (${FULFILMENT_STAGES.join(', ')}).`,
    roles: ['ops'],
    act: 'again',
    options: ['centre', 'from', 'to', 'product', 'reason'],
    flags: ['dry-run'],
    async run(context, args) {
      const product = args.options.product;
      const batchMove = {
        centreCode: requireOption(args, 'centre'),
        from: stageOf(args, 'from'),
        to: stageOf(args, 'to'),
        ...(product ? { productSlug: product } : {}),
      };
      if (FULFILMENT_STAGES.indexOf(batchMove.to) <= FULFILMENT_STAGES.indexOf(batchMove.from)) {
        throw new Refusal('A batch only moves forward.');
      }
      const plan = await planMove(context.db, batchMove);
      const { found, leftOut, warning } = plan;
      const members = found.reduce((sum, batch) => sum + batch.members, 0);
      const counts = `${countOf(found.length, 'batch', 'batches')}, ${countOf(members, 'member')}`;
      const more = [
        textTable(found.map(batchRow), 'No batch is there.'),
        ...leftOut.map(({ product, why }) => `Stays: ${product}. ${why}`),
        ...(warning ? [`${warning} The move asks a --reason.`] : []),
      ].join('\n');
      if (args.options['dry-run']) {
        const data = { isDryRun: true, found, leftOut, warning, moved: 0 };
        return { data, text: `${counts} would move.\n${more}` };
      }
      const moved = await moveBatches(context.db, batchMove, {
        actor: context.actor,
        reason: args.options.reason?.trim(),
      });
      const data = { isDryRun: false, found, leftOut, warning, moved };
      return { data, text: `${counts} found, ${moved} moved.\n${more}` };
    },
  },
  {
    name: 'batch moves',
    usage: '--centre CODE',
    summary: 'The last moves of a pickup centre that can be taken back.',
    roles: ['support', 'ops', 'finance'],
    options: ['centre'],
    async run({ db }, args) {
      const moves = await findRecentMoves(db, { centreCode: requireOption(args, 'centre') });
      const rows = moves.map(({ batches, ...move }) => ({ ...move, products: productsOf(batches) }));
      return { data: moves, text: textTable(rows, 'There is nothing to take back.') };
    },
  },
  {
    name: 'batch undo',
    usage: 'MOVE --reason R [--dry-run]',
    summary: 'Take a move of batches back, one step, as long as nothing of them was collected since.',
    roles: ['ops'],
    act: 'again',
    options: ['reason'],
    flags: ['dry-run'],
    async run({ db, actor }, args) {
      const moveId = moveIdOf(args);
      const { from, to, batches } = await findMove(db, moveId);
      const step = { moveId, from: to, to: from };
      const stay = batches.filter(({ stays }) => stays !== null);
      const staying = stay.map(({ product, stays }) => `\nStays: ${product}. ${stays}`).join('');
      if (args.options['dry-run']) {
        const going = batches.filter(({ stays }) => stays === null);
        const text = `Would go back from ${to} to ${from}: ${productsOf(going) || 'nothing'}.${staying}`;
        return { data: { ...step, isDryRun: true, batches, takenBack: 0 }, text };
      }
      const back = await takeMoveBack(db, moveId, { actor, reason: requireOption(args, 'reason') });
      const text = `Back from ${to} to ${from}: ${productsOf(back) || 'nothing'}.${staying}`;
      return { data: { ...step, isDryRun: false, batches, takenBack: back.length }, text };
    },
  },
  {
    name: 'item collect',
    usage: 'TRACKING --code SIX_DIGITS [--lines N,N] [--at T]',
    summary:
      'Hand out what an order has waiting, or some of its lines, against the pickup code. --at: the goods were given then, without a connection; what is refused of them stays open until item resolve.',
    roles: ['ops'],
    act: 'key',
    options: ['code', 'lines', 'at'],
    // A phone sends it while the shopper waits, and again once the goods are gone.
    looseOptions: ['at'],
    async run({ db, actor, key }, args) {
      const trackingNumber = requireTracking(args);
      const code = plainCode(requireOption(args, 'code'));
      const wish = { trackingNumber, code, lines: linesOf(args), handedOutAt: handedOutAtOf(args) };
      const done = await collect(db, wish, { actor, key });
      const kept = done.kept.length > 0 ? `\nNot handed out:\n${textTable(done.kept, '')}` : '';
      return { data: done, text: `${textTable(done.handedOut, '')}${kept}` };
    },
  },
  {
    name: 'item unproven',
    usage: '',
    summary:
      'Goods that were given out without a connection and without proof, until somebody resolves each.',
    roles: ['support', 'ops'],
    async run({ db }) {
      const items = await findUnproven(db, null);
      return { data: items, text: textTable(items, 'Nothing is open.'), lookedAt: 'pickup:unproven' };
    },
  },
  {
    name: 'item resolve',
    usage: `ID --outcome ${UNPROVEN_OUTCOMES.join('|')} --reason R`,
    summary:
      'Resolve goods that were given without proof. collected: handed out with the code since. confirmed: the shopper says that they have them; the line counts as handed out. lost: written off.',
    roles: ['support', 'ops'],
    act: 'key',
    options: ['outcome', 'reason'],
    async run({ db, actor, key }, args) {
      const id = readRowId(requireWord(args, 0, 'ID'));
      if (id === null) throw new Refusal('ID is the number of an item.');
      const outcome = UNPROVEN_OUTCOMES.find((one) => one === requireOption(args, 'outcome'));
      if (!outcome) throw new Refusal(`--outcome is one of ${UNPROVEN_OUTCOMES.join(', ')}.`);
      const act = { actor, key, reason: requireOption(args, 'reason') };
      const { trackingNumber, line } = await resolveUnproven(db, id, outcome, act);
      return {
        data: { id, trackingNumber, line, outcome },
        text: `Line ${line} of ${trackingNumber}: ${outcome}.`,
      };
    },
  },
  {
    name: 'item unlock',
    usage: 'TRACKING --reason R',
    summary: 'Let the pickup code of an order be tried again, after five wrong ones.',
    roles: ['support'],
    act: 'key',
    options: ['reason'],
    async run({ db, actor, key }, args) {
      const trackingNumber = requireTracking(args);
      await unlockPickup(db, trackingNumber, { actor, key, reason: requireOption(args, 'reason') });
      return { data: { trackingNumber }, text: 'The code may be tried again.' };
    },
  },
  {
    name: 'item refund',
    usage: 'TRACKING --line N [--amount NAIRA] --reason R [--dry-run]',
    summary: 'Pay a line of an order back into the wallet, whole or in part.',
    roles: ['finance'],
    act: 'words',
    movesMoney: true,
    options: ['line', 'amount', 'reason'],
    flags: ['dry-run'],
    async run(context, args) {
      const { db, actor, approvedBy, key } = context;
      const trackingNumber = requireTracking(args);
      const lineNo = readLine(args);
      if (lineNo === undefined) throw new Refusal('--line is required.');
      const amount = readAmount(args);
      const amountKobo = amount === undefined ? null : nairaToKobo(amount);
      if (args.options['dry-run']) {
        const next = { goesTo: 'wallet', run: collectFrom } as const;
        const line = { trackingNumber, lineNo };
        const tried = await tryRefundItem(db, line, amountKobo, next, readRefundState);
        const refunded = koboToNaira(tried.refundKobo);
        const { paidKobo, refundedKobo } = tried.before;
        const figures = {
          ...{ trackingNumber, line: lineNo, goesTo: 'wallet' },
          ...{ refunded, left: koboToNaira(paidKobo - refundedKobo) },
        };
        return planned(
          { ...figures, needsApproval: await needsApproval(context, refunded) },
          refundPreview({ ...line, ...tried, goesTo: 'wallet' }),
        );
      }
      const reason = requireOption(args, 'reason');
      const act = { actor, approvedBy, judgeSum: judgeSumOf(context), key, reason };
      const refundedKobo = await refundItem(db, { trackingNumber, lineNo }, amountKobo, act, {
        goesTo: 'wallet',
        run: collectFrom,
      });
      const refunded = koboToNaira(refundedKobo);
      return {
        data: { trackingNumber, line: lineNo, refunded },
        text: `${formatNaira(refunded)} paid back.`,
      };
    },
  },
];

/** As a line of a table. */
function batchRow({ product, members, paidBack, uncollected }: FoundBatch) {
  return { product, members, paidBack, uncollected: uncollected.length };
}

function productsOf(batches: readonly Pick<MovedBatch, 'product'>[]): string {
  return batches.map(({ product }) => product).join(', ');
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function moveIdOf(args: OpsArguments): string {
  const moveId = requireWord(args, 0, 'MOVE');
  if (!UUID.test(moveId)) throw new Refusal('MOVE is the id of a move. Look for it with: batch moves');
  return moveId;
}

function stageOf(args: OpsArguments, option: 'from' | 'to'): FulfilmentStage {
  const stage = requireOption(args, option);
  const found = FULFILMENT_STAGES.find((one) => one === stage);
  if (!found) throw new Refusal(`--${option} is one of ${FULFILMENT_STAGES.join(', ')}.`);
  return found;
}

function linesOf(args: OpsArguments): number[] | null {
  const { lines } = args.options;
  if (lines === undefined) return null;
  if (!/^[1-9]\d{0,3}(,[1-9]\d{0,3})*$/.test(lines))
    throw new Refusal('--lines are numbers of lines, for example 1,3.');
  return lines.split(',').map(Number);
}

function handedOutAtOf(args: OpsArguments): string | null {
  const { at } = args.options;
  if (at === undefined) return null;
  if (!isTime(at)) throw new Refusal('--at is a time, for example 2026-01-02T09:30Z.');
  return new Date(at).toISOString();
}
