import { screens } from '#contract/addresses.ts';
import { formatNaira, koboToNaira, nairaToKobo } from '#contract/money.ts';
import { FULFILMENT_STAGES, type FulfilmentStage } from '#contract/rules/group-status.ts';
import { findBatches, moveBatches } from '../../features/fulfilment/batch-service.ts';
import { collect, unlockPickup } from '../../features/fulfilment/collect-service.ts';
import { type CounterRow, findCounterRows } from '../../features/fulfilment/counter-repository.ts';
import { findUncollected, isCentre, type PickupRow } from '../../features/fulfilment/pickup-repository.ts';
import { findItem } from '../../features/groups/group-refund-repository.ts';
import { judgeRefund, refundItem } from '../../features/groups/group-refund-service.ts';
import { findPushedPhones } from '../../features/notifications/push-repository.ts';
import { collectFrom } from '../../features/payments/reversals.ts';
import { DomainError } from '../../http/error-handler.ts';
import { isTime } from '../../lib/calendar.ts';
import {
  type OpsArguments,
  type OpsCommand,
  type OpsContext,
  Refusal,
  readAmount,
  readLine,
  requireOption,
  requireWord,
} from '../command.ts';
import { judgeSumOf, needsApproval } from '../operators.ts';
import { planned } from '../planned.ts';
import { readPickupPlan } from '../readings/order-repository.ts';
import { textTable } from '../text-table.ts';
import { whatsappLink } from '../whatsapp-link.ts';

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
      const found = await findBatches(context.db, batchMove);
      const members = found.reduce((sum, batch) => sum + batch.members, 0);
      const counts = `${found.length} batches, ${members} members`;
      const table = textTable(found, 'No batch is there.');
      if (args.options['dry-run']) {
        return { data: { isDryRun: true, found, moved: 0 }, text: `${counts} would move.\n${table}` };
      }
      const act = { actor: context.actor, reason: args.options.reason ?? 'batch move' };
      const moved = await moveBatches(context.db, batchMove, act);
      return { data: { isDryRun: false, found, moved }, text: `${counts} found, ${moved} moved.\n${table}` };
    },
  },
  {
    name: 'pickup plan',
    usage: '--centre CODE',
    summary: 'What to buy and pack for a pickup centre, by product, unit and stage.',
    roles: ['support', 'ops', 'finance'],
    options: ['centre'],
    async run({ db }, args) {
      const goods = await readPickupPlan(db, await readCentre(db, args));
      return { data: goods, text: textTable(goods, 'Nothing is to be bought or packed.') };
    },
  },
  {
    name: 'pickup list',
    usage: '--centre CODE [--overdue] [--whole]',
    summary:
      'What waits at a pickup centre, by surname, to print. --overdue: 3 days or longer. --whole: every line of these orders.',
    roles: ['support', 'ops'],
    options: ['centre'],
    flags: ['overdue', 'whole'],
    async run(context, args) {
      if (args.options.whole) {
        const rows = await findCounter(context, args);
        return { data: rows, text: textTable(rows, 'Nothing waits there.'), lookedAt: centreOf(args) };
      }
      const rows = (await findWaiting(context, args)).map(({ phone, ...row }) => row);
      return { data: rows, text: textTable(rows, 'Nothing waits there.'), lookedAt: centreOf(args) };
    },
  },
  {
    name: 'pickup notify',
    usage: '--centre CODE [--overdue]',
    summary: 'A WhatsApp link for each shopper who has no push messages.',
    roles: ['support', 'ops'],
    options: ['centre'],
    flags: ['overdue'],
    async run(context, args) {
      const rows = await findWaiting(context, args);
      const phones = new Map<string, PickupRow[]>();
      for (const row of rows) {
        if (row.phone) phones.set(row.phone, [...(phones.get(row.phone) ?? []), row]);
      }
      const pushed = await findPushedPhones(context.db, [...phones.keys()]);
      const links = [...phones]
        .filter(([phone]) => !pushed.has(phone))
        .map(([phone, waiting]) => ({
          name: waiting[0]?.name,
          link: whatsappLink(phone, messageFor(context, waiting)),
        }));
      return { data: links, text: textTable(links, 'Nobody needs a message.'), lookedAt: centreOf(args) };
    },
  },
  {
    name: 'item collect',
    usage: 'TRACKING --code SIX_DIGITS [--lines N,N] [--at T]',
    summary:
      'Hand out what an order has waiting, or some of its lines, against the pickup code. --at: when the goods were given, where there was no line.',
    roles: ['ops'],
    act: 'key',
    options: ['code', 'lines', 'at'],
    async run({ db, actor, key }, args) {
      const trackingNumber = requireWord(args, 0, 'TRACKING').toUpperCase();
      const code = requireOption(args, 'code');
      const wish = { trackingNumber, code, lines: linesOf(args), handedOutAt: handedOutAtOf(args) };
      const done = await collect(db, wish, { actor, key });
      const kept = done.kept.length > 0 ? `\nNot handed out:\n${textTable(done.kept, '')}` : '';
      return { data: done, text: `${textTable(done.handedOut, '')}${kept}` };
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
      const trackingNumber = requireWord(args, 0, 'TRACKING').toUpperCase();
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
      const trackingNumber = requireWord(args, 0, 'TRACKING').toUpperCase();
      const lineNo = readLine(args);
      if (lineNo === undefined) throw new Refusal('--line is required.');
      const amount = readAmount(args);
      const amountKobo = amount === undefined ? null : nairaToKobo(amount);
      if (args.options['dry-run']) {
        const item = await findItem(db, trackingNumber, lineNo);
        if (!item) throw new DomainError('not_found', 'There is no such order line.');
        const refunded = koboToNaira(judgeRefund(item, amountKobo, 'wallet'));
        const figures = {
          trackingNumber,
          line: lineNo,
          refunded,
          left: koboToNaira(item.paidKobo - item.refundedKobo),
        };
        return planned(
          { ...figures, goesTo: 'wallet', needsApproval: await needsApproval(context, refunded) },
          `${formatNaira(refunded)} of ${formatNaira(figures.left)} would go into the wallet.`,
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

const OVERDUE_DAYS = 3;

function stageOf(args: OpsArguments, option: 'from' | 'to'): FulfilmentStage {
  const stage = requireOption(args, option);
  const found = FULFILMENT_STAGES.find((one) => one === stage);
  if (!found) throw new Refusal(`--${option} is one of ${FULFILMENT_STAGES.join(', ')}.`);
  return found;
}

async function findWaiting({ db }: OpsContext, args: OpsArguments): Promise<PickupRow[]> {
  const rows = await findUncollected(db, await readCentre(db, args));
  return args.options.overdue ? rows.filter((row) => row.daysWaiting >= OVERDUE_DAYS) : rows;
}

/** Whole orders: of those of which nothing is overdue, none. */
async function findCounter({ db }: OpsContext, args: OpsArguments): Promise<CounterRow[]> {
  const rows = await findCounterRows(db, await readCentre(db, args));
  if (!args.options.overdue) return rows;
  const isOverdue = ({ state, daysWaiting }: CounterRow) =>
    state === 'waiting' && (daysWaiting ?? 0) >= OVERDUE_DAYS;
  const overdue = new Set(rows.filter(isOverdue).map(({ trackingNumber }) => trackingNumber));
  return rows.filter(({ trackingNumber }) => overdue.has(trackingNumber));
}

async function readCentre(db: OpsContext['db'], args: OpsArguments): Promise<string> {
  const code = requireOption(args, 'centre');
  if (!(await isCentre(db, code))) throw new Refusal(`There is no pickup centre ${code}.`);
  return code;
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

function centreOf(args: OpsArguments): string {
  return `centre:${requireOption(args, 'centre')}`;
}

function messageFor({ config }: OpsContext, waiting: PickupRow[]): string {
  const goods = waiting.map((row) => `${row.quantity} x ${row.product}`).join(', ');
  const first = waiting[0]?.name.split(' ')[0];
  return `Hello ${first}, your ${config.brandName} order is ready for pickup: ${goods}. Open ${config.publicUrl}${screens.account} for the pickup code and the centre's address.`;
}
