import { Type } from 'typebox';
import { screenPathPatterns } from '#contract/addresses.ts';
import * as calls from '#contract/ops/pickup-endpoints.ts';
import * as schemas from '#contract/schemas/ops/pickup.ts';
import { findCentresOfOrders } from '../../../features/fulfilment/centre-repository.ts';
import { findPickupListLines } from '../../../features/fulfilment/counter-repository.ts';
import { recordPickupMessages } from '../../../features/fulfilment/pickup-messages.ts';
import {
  findUncollectedOrderLines,
  isPickupCentreCode,
  type UncollectedOrderLineRow,
} from '../../../features/fulfilment/pickup-repository.ts';
import { formatReadyForPickupMessage } from '../../../features/fulfilment/ready-message.ts';
import { findPhoneNumbersWithPush } from '../../../features/notifications/push-repository.ts';
import { groupBy } from '../../../lib/group-by.ts';
import {
  ActionRefusedError,
  defineAction,
  defineConsoleEndpoint,
  type OperatorActionContext,
} from '../../action.ts';
import { buildWhatsappLink } from '../../whatsapp-link.ts';
import { getRequestedCentres } from '../allowed-centres.ts';

const pickupListAction = defineAction({
  name: 'pickup list',
  summary:
    'Orders ready at a pickup centre, by surname, to print. --overdue: not collected by their day, at all centres if --centre is left out. --whole: every line of these orders.',
  roles: ['support', 'ops'],
  body: Type.Object({
    centre: Type.Optional(schemas.OpsPickupCentreParams.properties.centre),
    overdue: Type.Optional(Type.Boolean()),
    whole: Type.Optional(Type.Boolean()),
  }),
  centres: 'listed',
  console: [
    defineConsoleEndpoint(calls.opsListPickupLines, schemas.OpsPickupLinesReply, {
      isByItself: true,
      fixed: { whole: true },
    }),
    defineConsoleEndpoint(calls.opsListOverduePickups, schemas.OpsOverduePickupsReply, {
      ...{ isByItself: true, fixed: { overdue: true, whole: false } },
    }),
  ],
  async run(context, body) {
    const lookedAt = getUncollectedGoodsAuditTarget(body);
    if (body.whole) return { data: await findWholeOrders(context, body), lookedAt };
    const rows = await findUncollectedGoods(context, body);
    return { data: rows.map(({ phone, centrePlace, centreHours, collectBy, ...row }) => row), lookedAt };
  },
});

/** Finds the orders that have an overdue line, with all their lines. */
async function findWholeOrders(
  context: OperatorActionContext,
  { centre, overdue }: { centre?: string; overdue?: boolean },
) {
  const rows = await findPickupListLines(context.db, await requireCentreCode(context, centre));
  if (!overdue) return rows;
  const late = new Set(rows.filter(({ isOverdue }) => isOverdue).map((row) => row.trackingNumber));
  return rows.filter(({ trackingNumber }) => late.has(trackingNumber));
}

const pickupWhatsappLinksAction = defineAction({
  name: 'pickup notify',
  summary:
    'A WhatsApp link for each shopper without push messages. --unwritten: only those not messaged yet.',
  roles: ['support', 'ops'],
  body: Type.Object({
    ...schemas.OpsPickupCentreParams.properties,
    ...schemas.OpsWhatsappMessageLinksQuery.properties,
    unwritten: Type.Optional(Type.Boolean()),
  }),
  centres: getRequestedCentres,
  console: defineConsoleEndpoint(calls.opsListWhatsappMessageLinks, schemas.OpsWhatsappMessageLinksReply),
  async run(context, body) {
    const rows = await findUncollectedGoods(context, body);
    const reached = rows.filter(({ canCollect, phone }) => canCollect && phone !== null);
    const phones = groupBy(reached, ({ phone }) => phone as string);
    const pushed = await findPhoneNumbersWithPush(context.db, [...phones.keys()]);
    const links = [...phones]
      .filter(([phone]) => !pushed.has(phone))
      .map(([phone, waiting]) => linkFor(context, phone, waiting))
      .filter(({ writtenAt }) => !body.unwritten || writtenAt === null);
    return { data: links, lookedAt: getUncollectedGoodsAuditTarget(body) };
  },
});

/**
 * Builds the WhatsApp link for one shopper. `writtenAt` stays null until an operator has sent a message about each
 * waiting line.
 */
function linkFor({ config }: OperatorActionContext, phone: string, waiting: UncollectedOrderLineRow[]) {
  const { brandName, publicUrl } = config;
  const message = formatReadyForPickupMessage(
    { brandName, accountUrl: `${publicUrl}${screenPathPatterns.account}` },
    waiting,
  );
  const isWritten = waiting.every(({ writtenAt }) => writtenAt !== null);
  const last = waiting.toSorted((one, other) => Number(other.writtenAt) - Number(one.writtenAt))[0];
  return {
    name: waiting[0]?.name ?? '',
    goods: waiting.map((row) => `${row.quantity} x ${row.product}${row.unit ? ` (${row.unit})` : ''}`),
    lines: waiting.map(({ trackingNumber, line }) => `${trackingNumber}:${line}`),
    isOverdue: waiting.some((row) => row.isOverdue),
    writtenAt: isWritten ? (last?.writtenAt ?? null) : null,
    writtenBy: isWritten ? (last?.writtenBy ?? null) : null,
    link: buildWhatsappLink(phone, message),
  };
}

const pickupMessageRecordAction = defineAction({
  name: 'pickup written',
  summary: 'Record that the shopper of these lines was messaged.',
  roles: ['support', 'ops'],
  key: 'repeatable',
  body: schemas.OpsRecordSentPickupMessagesBody,
  positionals: ['lines'],
  centres: (db, { lines }) =>
    findCentresOfOrders(
      db,
      lines.map((line) => line.split(':')[0] ?? ''),
    ),
  console: defineConsoleEndpoint(calls.opsRecordSentPickupMessages, schemas.OpsRecordSentPickupMessagesReply),
  async run({ db, actor }, { lines }) {
    const named = lines.map((line) => {
      const [trackingNumber = '', number] = line.split(':');
      return { trackingNumber, line: Number(number) };
    });
    const written = await recordPickupMessages(db, named, actor);
    if (written.length === 0) throw new ActionRefusedError('These lines are no longer waiting.');
    const names = written.map(({ trackingNumber, line }) => `${trackingNumber}:${line}`);
    return { data: { lines: names, writtenAt: written[0]?.writtenAt, writtenBy: actor } };
  },
});

interface Waiting {
  centre?: string;
  overdue?: boolean;
}

/**
 * Finds the goods that wait to be collected at one centre; overdue goods also at all of the operator's centres at
 * once.
 */
async function findUncollectedGoods(
  context: OperatorActionContext,
  { centre, overdue = false }: Waiting,
): Promise<UncollectedOrderLineRow[]> {
  const isEverywhere = overdue && centre === undefined;
  const codes = isEverywhere ? context.centres : [await requireCentreCode(context, centre)];
  const rows = await findUncollectedOrderLines(context.db, codes);
  return overdue ? rows.filter(({ isOverdue }) => isOverdue) : rows;
}

/**
 * Requires a centre that the operator may see. A foreign centre gets the message of an unknown one, so that its code
 * stays secret.
 */
export async function requireCentreCode(
  { db, centres }: Pick<OperatorActionContext, 'db' | 'centres'>,
  code?: string,
): Promise<string> {
  if (code === undefined) throw new ActionRefusedError('--centre is required.');
  const isForeign = centres !== null && !centres.includes(code);
  if (isForeign || !(await isPickupCentreCode(db, code)))
    throw new ActionRefusedError(`There is no pickup centre ${code}.`);
  return code;
}

/** Names for the audit log the centre whose uncollected goods an operator has viewed. */
export function getUncollectedGoodsAuditTarget({ centre }: Waiting): string {
  return centre ? `centre:${centre}` : 'pickup:overdue';
}

export const pickupActions = [pickupListAction, pickupWhatsappLinksAction, pickupMessageRecordAction];
