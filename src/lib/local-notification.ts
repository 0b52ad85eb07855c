import type { NotificationEvent } from '#contract/notifications/events.ts';
import {
  type RenderedNotification,
  renderNotification,
  stripOutcomeFromPaymentNotificationKey,
} from '#contract/notifications/kinds.ts';
import { createEventChannel } from './react/store.ts';

/** A notification that this phone makes itself before the server's arrives, such as a payment's result. */
export interface LocalNotification extends Omit<RenderedNotification, 'key'> {
  /** The key of the server's notification (`pay:{reference}`), which later replaces this one. */
  factKey: string;
}

/**
 * Renders an event with the text and key of the server's notification.
 * @param subjectName name of the product or shopper whose id the event contains.
 */
export function createLocalNotification(event: NotificationEvent, subjectName?: string): LocalNotification {
  const { key, ...rendered } = renderNotification(event, subjectName);
  return { ...rendered, factKey: stripOutcomeFromPaymentNotificationKey(key) };
}

const notificationEvents = createEventChannel<[notification: LocalNotification]>();
/** Passes a notification to the notification list. Without a listener it is dropped. */
export const emitLocalNotification = notificationEvents.emit;
export const onLocalNotification = notificationEvents.listen;
