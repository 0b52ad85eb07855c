import type { AlarmChannel } from '../../alarms/alarm-channels.ts';
import { ALARM_KINDS } from '../../alarms/alarm-kinds.ts';
import { type PushSendingDeps, sendToPushService } from '../../features/notifications/push-sending.ts';
import { listOperatorActions } from '../actions.ts';
import { canRoleRunAction } from '../operators.ts';
import * as rows from './operator-push-repository.ts';

/**
 * A message to an operator's device. It has counts and names of alarms, never a shopper's name, an order's number or an
 * amount.
 */
interface OperatorPushMessage {
  /** A later message with the same tag replaces the earlier one on the device. */
  tag: string;
  title: string;
  message: string;
  path: string;
}

async function send(
  deps: PushSendingDeps,
  device: rows.OperatorPushSubscription,
  { tag, ...message }: OperatorPushMessage,
): Promise<boolean> {
  const result = await sendToPushService(deps, device, { _id: tag, ...message });
  if (result === 'gone') await rows.deleteOperatorPushSubscription(deps.db, device.endpoint);
  return result === 'delivered';
}

const mayRun = (device: rows.OperatorPushSubscription, command: string): boolean =>
  listOperatorActions().some((action) => action.name === command && canRoleRunAction(device, action));

/**
 * Sends each subscribed device one message about new orders and one about actions to approve.
 * @throws the first error after all devices were tried.
 */
export async function pushNewOrdersAndApprovalRequests(deps: PushSendingDeps): Promise<void> {
  const until = await rows.readOperatorPushCutoffTime(deps.db);
  const errors: unknown[] = [];
  for (const device of await rows.findDueOrderAndApprovalPushes(deps.db, until)) {
    try {
      for (const message of listActivityMessages(device)) await send(deps, device, message);
      await rows.markOperatorPushSent(deps.db, device.endpoint, until);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

function listActivityMessages(device: rows.DueOrderAndApprovalPush): OperatorPushMessage[] {
  const sales = mayRun(device, 'order list') ? device.sales : 0;
  // Proposals are left out if the operator's role does not allow the action, because the operator cannot approve them.
  const proposals = device.proposals.filter((command) => mayRun(device, command)).length;
  const toMessages = (kind: string, count: number, title: string, path: string): OperatorPushMessage[] =>
    count === 0 ? [] : [{ tag: `ops-${kind}`, title, message: `New: ${count}`, path }];
  return [
    ...toMessages('sale', sales, 'New orders', '/ops/orders'),
    ...toMessages('approval', proposals, 'Waiting for approval', '/ops/approvals'),
  ];
}

/** @returns the channel to the devices that receive alarms; none when there is no such device. */
export async function createOperatorPushAlarmChannel(deps: PushSendingDeps): Promise<AlarmChannel[]> {
  const devices = (await rows.findAlarmPushSubscriptions(deps.db)).filter((device) =>
    mayRun(device, 'alarm list'),
  );
  if (devices.length === 0) return [];
  return [
    {
      name: 'push',
      async send({ kind, state }) {
        const title = state === 'over' ? 'Alarm is over' : 'Alarm';
        const message = Object.hasOwn(ALARM_KINDS, kind)
          ? ALARM_KINDS[kind as keyof typeof ALARM_KINDS].says
          : kind;
        const pushed = { tag: `ops-alarm-${kind}`, title, message, path: '/ops/work' };
        const sent = await Promise.allSettled(devices.map((device) => send(deps, device, pushed)));
        if (!sent.some((one) => one.status === 'fulfilled' && one.value))
          throw new Error('no device of an operator was reached');
      },
    },
  ];
}
