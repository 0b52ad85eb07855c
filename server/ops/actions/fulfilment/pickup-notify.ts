import { Type } from 'typebox';
import { screenPathPatterns } from '#contract/addresses.ts';
import { opsListPickupMessageLinks } from '#contract/ops/pickup-endpoints.ts';
import {
  OpsPickupCentreParams,
  OpsPickupMessageLinksQuery,
  OpsPickupMessageLinksReply,
} from '#contract/schemas/ops/pickup.ts';
import type { UncollectedOrderLineRow } from '../../../features/fulfilment/pickup-repository.ts';
import { formatReadyForPickupMessage } from '../../../features/fulfilment/ready-message.ts';
import { findPhoneNumbersReachableByPush } from '../../../features/notifications/push-repository.ts';
import { groupBy } from '../../../lib/group-by.ts';
import { defineAction, defineConsoleEndpoint, type OperatorActionContext } from '../../action.ts';
import { buildWhatsappLink } from '../../whatsapp-link.ts';
import { getCentreFromBody } from '../centre-access.ts';
import { findUncollectedGoods, getUncollectedGoodsAuditTarget } from './uncollected-goods.ts';

export const pickupWhatsappLinksAction = defineAction({
  name: 'pickup notify',
  summary:
    'A WhatsApp link for each shopper without push messages. --unwritten: only those not messaged yet.',
  roles: ['support', 'ops'],
  body: Type.Object({
    ...OpsPickupCentreParams.properties,
    ...OpsPickupMessageLinksQuery.properties,
    unwritten: Type.Optional(Type.Boolean()),
  }),
  centres: getCentreFromBody,
  console: defineConsoleEndpoint(opsListPickupMessageLinks, OpsPickupMessageLinksReply),
  async run(context, body) {
    const rows = await findUncollectedGoods(context, body);
    const reached = rows.filter(({ canCollect, phone }) => canCollect && phone !== null);
    const phones = groupBy(reached, ({ phone }) => phone as string);
    const pushed = await findPhoneNumbersReachableByPush(context.db, [...phones.keys()]);
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
