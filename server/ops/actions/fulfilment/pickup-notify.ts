import { Type } from 'typebox';
import { screens } from '#contract/addresses.ts';
import { opsPickupLinks } from '#contract/ops-pickup-endpoints.ts';
import { OpsCentreParams, OpsOverdueQuery, OpsPickupLinksReply } from '#contract/schemas/ops-pickup.ts';
import type { PickupRow } from '../../../features/fulfilment/pickup-repository.ts';
import { readyMessage } from '../../../features/fulfilment/ready-message.ts';
import { findPhonesWithPush } from '../../../features/notifications/push-repository.ts';
import { groupBy } from '../../../lib/group-by.ts';
import { action, call, type OpsContext } from '../../action.ts';
import { whatsappLink } from '../../whatsapp-link.ts';
import { auditTargetOf, findWaitingGoods } from './pickup-waiting.ts';

export const pickupNotifyAction = action({
  name: 'pickup notify',
  summary:
    'A WhatsApp link for each shopper without push messages. --unwritten: only those not messaged yet.',
  roles: ['support', 'ops'],
  body: Type.Object({
    ...OpsCentreParams.properties,
    ...OpsOverdueQuery.properties,
    unwritten: Type.Optional(Type.Boolean()),
  }),
  console: call(opsPickupLinks, OpsPickupLinksReply),
  async run(context, body) {
    const rows = await findWaitingGoods(context, body);
    const reached = rows.filter(({ canCollect, phone }) => canCollect && phone !== null);
    const phones = groupBy(reached, ({ phone }) => phone as string);
    const pushed = await findPhonesWithPush(context.db, [...phones.keys()]);
    const links = [...phones]
      .filter(([phone]) => !pushed.has(phone))
      .map(([phone, waiting]) => linkFor(context, phone, waiting))
      .filter(({ writtenAt }) => !body.unwritten || writtenAt === null);
    return { data: links, lookedAt: auditTargetOf(body) };
  },
});

/** Builds the WhatsApp link for one shopper. `writtenAt` is set only when every line was messaged. */
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
