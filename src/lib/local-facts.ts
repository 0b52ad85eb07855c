import type { NotificationFact } from '#contract/notifications/facts.ts';
import {
  type RenderedNotification,
  renderNotification,
  stripOutcomeFromPaymentKey,
} from '#contract/notifications/kinds.ts';
import { createEventEmitter } from './store.ts';

/** An event that this phone knows, e.g. a payment's result, before the server's notification arrives. */
export interface LocalNotificationFact extends Omit<RenderedNotification, 'key'> {
  /** The server's key (`pay:{reference}`); its notification replaces this. */
  factKey: string;
}

/** Renders a fact with the server's text and key. @param name of the product or shopper named by id. */
export function createLocalNotificationFact(fact: NotificationFact, name?: string): LocalNotificationFact {
  const { key, ...rendered } = renderNotification(fact, name);
  return { ...rendered, factKey: stripOutcomeFromPaymentKey(key) };
}

const told = createEventEmitter<[fact: LocalNotificationFact]>();
/** Emits an event for the notification list. Without a listener the event is dropped; the server notifies anyway. */
export const emitLocalNotificationFact = told.emit;
export const onLocalNotificationFact = told.listen;
