import { screens } from '#contract/addresses.ts';
import { type CounterRow, findCounterRows } from '../../features/fulfilment/counter-repository.ts';
import { findUncollected, isCentre, type PickupRow } from '../../features/fulfilment/pickup-repository.ts';
import { findPushedPhones } from '../../features/notifications/push-repository.ts';
import { type OpsArguments, type OpsCommand, type OpsContext, Refusal, requireOption } from '../command.ts';
import { readPickupPlan } from '../readings/order-repository.ts';
import { textTable } from '../text-table.ts';
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
    usage: '--centre CODE [--overdue]',
    summary: 'A WhatsApp link for each shopper who has no push messages.',
    roles: ['support', 'ops'],
    options: ['centre'],
    flags: ['overdue'],
    async run(context, args) {
      const rows = (await findWaiting(context, args)).filter(({ canCollect }) => canCollect);
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
      return {
        data: links,
        text: textTable(links, 'Nobody needs a message.'),
        lookedAt: lookedThrough(args),
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

function messageFor({ config }: OpsContext, waiting: PickupRow[]): string {
  const goods = waiting.map((row) => `${row.quantity} x ${row.product}`).join(', ');
  const first = waiting[0]?.name.split(' ')[0];
  return `Hello ${first}, your ${config.brandName} order is ready for pickup: ${goods}. Open ${config.publicUrl}${screens.account} for the pickup code and the centre's address.`;
}
