import { screens } from '#contract/addresses.ts';
import { type CounterRow, findCounterRows } from '../../features/fulfilment/counter-repository.ts';
import { recordMessages } from '../../features/fulfilment/pickup-messages.ts';
import { findUncollected, isCentre, type PickupRow } from '../../features/fulfilment/pickup-repository.ts';
import { readyMessage } from '../../features/fulfilment/ready-message.ts';
import { findPushedPhones } from '../../features/notifications/push-repository.ts';
import { groupBy } from '../../lib/group-by.ts';
import { type OpsArguments, type OpsCommand, type OpsContext, Refusal, requireOption } from '../command.ts';
import { textTable } from '../command-line/text-table.ts';
import { readPickupPlan } from '../readings/order-repository.ts';
import { whatsappLink } from '../whatsapp-link.ts';

export const pickupCommands: OpsCommand[] = [
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
    usage: '--centre CODE [--overdue] [--whole] | --overdue',
    summary:
      'What waits at a pickup centre, by surname, to print. --overdue: 3 days or longer, without --centre at all of them. --whole: every line of these orders.',
    roles: ['support', 'ops'],
    options: ['centre'],
    flags: ['overdue', 'whole'],
    async run(context, args) {
      const lookedAt = lookedThrough(args);
      if (args.options.whole) {
        const rows = await findCounter(context, args);
        return { data: rows, text: textTable(rows, 'Nothing waits there.'), lookedAt };
      }
      const rows = await findWaiting(context, args);
      const data = rows.map(({ phone, centrePlace, centreHours, ...row }) => row);
      const printed = data.map(
        ({ centreName, line, canCollect, isOverdue, writtenAt, writtenBy, ...row }) => row,
      );
      return { data, text: textTable(printed, 'Nothing waits there.'), lookedAt };
    },
  },
  {
    name: 'pickup notify',
    usage: '--centre CODE [--overdue] [--unwritten]',
    summary:
      'A WhatsApp link for each shopper who has no push messages. --unwritten: those whom nobody has written to about it.',
    roles: ['support', 'ops'],
    options: ['centre'],
    flags: ['overdue', 'unwritten'],
    async run(context, args) {
      const rows = (await findWaiting(context, args)).filter(({ canCollect }) => canCollect);
      const phones = groupBy(
        rows.filter(({ phone }) => phone !== null),
        ({ phone }) => phone as string,
      );
      const pushed = await findPushedPhones(context.db, [...phones.keys()]);
      const all = [...phones]
        .filter(([phone]) => !pushed.has(phone))
        .map(([phone, waiting]) => linkFor(context, phone, waiting));
      const links = args.options.unwritten ? all.filter(({ writtenAt }) => writtenAt === null) : all;
      const printed = links.map(({ name, writtenAt, writtenBy, link }) => ({
        name,
        writtenAt,
        writtenBy,
        link,
      }));
      const text = textTable(printed, 'Nobody needs a message.');
      return { data: links, text, lookedAt: lookedThrough(args) };
    },
  },
  {
    name: 'pickup written',
    usage: 'TRACKING:LINE ...',
    summary: 'Remember that the shopper of these lines was written to that they wait.',
    roles: ['support', 'ops'],
    act: 'again',
    async run({ db, actor }, args) {
      const lines = linesOf(args);
      const written = await recordMessages(db, lines, actor);
      if (written.length === 0) throw new Refusal('Nothing of this waits any more.');
      const names = written.map(({ trackingNumber, line }) => `${trackingNumber}:${line}`);
      const writtenAt = written[0]?.writtenAt;
      return {
        data: { lines: names, writtenAt, writtenBy: actor },
        text: `Remembered: ${names.join(', ')}.`,
      };
    },
  },
];

async function findWaiting({ db }: OpsContext, args: OpsArguments): Promise<PickupRow[]> {
  const isEverywhere = args.options.overdue && args.options.centre === undefined;
  const rows = await findUncollected(db, isEverywhere ? null : await readCentre(db, args));
  return args.options.overdue ? rows.filter(({ isOverdue }) => isOverdue) : rows;
}

/** Whole orders: of those of which nothing is overdue, none. */
async function findCounter({ db }: OpsContext, args: OpsArguments): Promise<CounterRow[]> {
  const rows = await findCounterRows(db, await readCentre(db, args));
  if (!args.options.overdue) return rows;
  const overdue = new Set(rows.filter(({ isOverdue }) => isOverdue).map((row) => row.trackingNumber));
  return rows.filter(({ trackingNumber }) => overdue.has(trackingNumber));
}

async function readCentre(db: OpsContext['db'], args: OpsArguments): Promise<string> {
  const code = requireOption(args, 'centre');
  if (!(await isCentre(db, code))) throw new Refusal(`There is no pickup centre ${code}.`);
  return code;
}

function lookedThrough({ options }: OpsArguments): string {
  return options.centre ? `centre:${options.centre}` : 'pickup:overdue';
}

/** One shopper with all that waits for them, and whether somebody has written to them about all of it. */
function linkFor({ config }: OpsContext, phone: string, waiting: PickupRow[]) {
  const { brandName, publicUrl } = config;
  const message = readyMessage({ brandName, accountUrl: `${publicUrl}${screens.account}` }, waiting);
  const isWritten = waiting.every(({ writtenAt }) => writtenAt !== null);
  const last = waiting.toSorted((one, other) => Number(other.writtenAt) - Number(one.writtenAt))[0];
  return {
    name: waiting[0]?.name ?? '',
    goods: waiting.map((row) => `${row.quantity} x ${row.product}${row.unit ? ` (${row.unit})` : ''}`),
    lines: waiting.map(({ trackingNumber, line }) => `${trackingNumber}:${line}`),
    isOverdue: waiting.some((row) => row.isOverdue),
    writtenAt: isWritten ? (last?.writtenAt ?? null) : null,
    writtenBy: isWritten ? (last?.writtenBy ?? null) : null,
    link: whatsappLink(phone, message),
  };
}

const LINE = /^(GB-[0-9A-Z]{8}):([1-9]\d{0,3})$/;

function linesOf({ words }: OpsArguments): { trackingNumber: string; line: number }[] {
  const lines = words.map((word) => LINE.exec(word.toUpperCase()));
  if (lines.length === 0 || lines.includes(null))
    throw new Refusal('Lines are named by the order and their number, for example GB-ABCD1234:1.');
  return lines.map((found) => ({ trackingNumber: found?.[1] ?? '', line: Number(found?.[2]) }));
}
