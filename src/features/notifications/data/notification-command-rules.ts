import type {
  OutboxCommand,
  OutboxCommandRules,
  UnvalidatedOutboxRow,
} from '../../../offline/outbox/command.ts';

/** Defines the commands on notifications, and how several queued ones are merged into one. */

export type NotificationCommandPayload =
  | { type: 'notif.read'; noticeId: string }
  | { type: 'notif.delete'; noticeId: string }
  /** `before` is the server time of the newest notification that the shopper saw; newer ones are not changed. */
  | { type: 'notif.readAll'; before: string }
  | { type: 'notif.clear'; before: string };

export type NotificationCommand = OutboxCommand<NotificationCommandPayload>;

const namesOne = ({ noticeId }: UnvalidatedOutboxRow) => typeof noticeId === 'string';
const reachesTo = ({ before }: UnvalidatedOutboxRow) => typeof before === 'string';

export const notificationCommandRules: OutboxCommandRules<NotificationCommandPayload> = {
  name: 'notif',
  shapes: {
    'notif.read': namesOne,
    'notif.delete': namesOne,
    'notif.readAll': reachesTo,
    'notif.clear': reachesTo,
  },
  coalesce(queue, fields) {
    const unsentIds = (isNeedless: (command: NotificationCommand) => boolean) =>
      queue.filter((command) => command.sentAt === undefined && isNeedless(command)).map(({ id }) => id);
    switch (fields.type) {
      case 'notif.read':
        return {
          drop: [],
          keep: !queue.some((c) => c.type === 'notif.read' && c.noticeId === fields.noticeId),
        };
      case 'notif.delete':
        return {
          drop: unsentIds((c) => c.type === 'notif.read' && c.noticeId === fields.noticeId),
          keep: true,
        };
      case 'notif.readAll':
        return { drop: unsentIds((c) => c.type === 'notif.read' || c.type === 'notif.readAll'), keep: true };
      case 'notif.clear':
        return { drop: unsentIds(() => true), keep: true };
    }
  },
  removals: ['notif.delete', 'notif.clear'],
};
