import type { NotificationCategory, NotificationType } from '../schemas/notification.ts';
import type { NotificationFact } from './facts.ts';
import { NOTIFICATION_KINDS } from './kinds.ts';
import { NOTIFICATION_WORDS, type NotificationWords } from './words.ts';

/** A notification in words. */
export interface RenderedNotification {
  /** Names the fact among the shopper's notifications: a repeat is the same notification. */
  key: string;
  type: NotificationType;
  category: NotificationCategory;
  title: string;
  message: string;
  data: Record<string, unknown>;
}

/** What a kind needs to be rendered, whichever it is: the table itself ties each kind's fields, data and words. */
interface AnyKind {
  category: NotificationCategory;
  type: NotificationType | ((fact: NotificationFact) => NotificationType);
  key: (fact: NotificationFact, outboxKey: string) => string;
  data: (fact: NotificationFact, terms: NotificationWords['terms'], name: string) => Record<string, unknown>;
}

/** Names the fact among a shopper's notifications. @param outboxKey its name in the outbox, where it has no id. */
export function notificationKey(fact: NotificationFact, outboxKey = ''): string {
  return (NOTIFICATION_KINDS[fact.fact] as AnyKind).key(fact, outboxKey);
}

/**
 * The exact words of a fact, the same on the server and on a phone that learns of it first.
 *
 * @param name title of the product, or short name of the shopper, whom the fact names by id.
 * @param outboxKey the fact's name in the outbox; a phone has none, and tells no fact that needs it.
 * @throws {RangeError} on an amount that is not whole naira.
 */
export function renderNotification(
  fact: NotificationFact,
  name = '',
  outboxKey = '',
  words = NOTIFICATION_WORDS,
): RenderedNotification {
  const kind = NOTIFICATION_KINDS[fact.fact] as AnyKind;
  const { title, message } = words.kinds[fact.fact] as { title: string; message: (data: object) => string };
  const data = kind.data(fact, words.terms, name);
  return {
    key: notificationKey(fact, outboxKey),
    type: typeof kind.type === 'string' ? kind.type : kind.type(fact),
    category: kind.category,
    title,
    message: message(data),
    data,
  };
}
