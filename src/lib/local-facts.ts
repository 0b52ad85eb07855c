import type { NotificationFact } from '#contract/notifications/facts.ts';
import {
  paymentFactKey,
  type RenderedNotification,
  renderNotification,
} from '#contract/notifications/kinds.ts';
import { createSignal } from './store.ts';

/** This phone learns of the fact, e.g. a payment's result, before the server's notification arrives. */
export interface LocalFact extends Omit<RenderedNotification, 'key'> {
  /** The server's key (`pay:{reference}`); its notification replaces this. */
  factKey: string;
}

/** Renders a fact with the server's text and key. @param name of the product or shopper named by id. */
export function createLocalFact(fact: NotificationFact, name?: string): LocalFact {
  const { key, ...rendered } = renderNotification(fact, name);
  return { ...rendered, factKey: paymentFactKey(key) };
}

const told = createSignal<[fact: LocalFact]>();
/** Emits a fact for the notification list. Without a listener it is dropped; the server notifies anyway. */
export const emitLocalFact = told.emit;
export const onLocalFact = told.listen;
