import type { NotificationEvent } from '#contract/notifications/events.ts';
import {
  type RenderedNotification,
  renderNotification,
  stripOutcomeFromPaymentNotificationKey,
} from '#contract/notifications/kinds.ts';
import { createEventEmitter } from './react/store.ts';

/** An event that this phone learns of before the server's notification arrives, such as a payment's result. */
export interface LocalNotification extends Omit<RenderedNotification, 'key'> {
  /** The key of the server's notification (`pay:{reference}`), which later replaces this one. */
  factKey: string;
}

/**
 * Renders an event with the text and key that the server would use.
 * @param name name of the product or shopper whose id the event has.
 */
export function createLocalNotification(fact: NotificationEvent, name?: string): LocalNotification {
  const { key, ...rendered } = renderNotification(fact, name);
  return { ...rendered, factKey: stripOutcomeFromPaymentNotificationKey(key) };
}

const notificationEvents = createEventEmitter<[fact: LocalNotification]>();
/** Passes the event to the notification list. Without a listener the event is dropped. */
export const emitLocalNotification = notificationEvents.emit;
export const onLocalNotification = notificationEvents.listen;
