import type { NotificationFact } from '#contract/notifications/facts.ts';
import { factKeyOf, type RenderedNotification, renderNotification } from '#contract/notifications/kinds.ts';
import { createSignal } from './store.ts';

/** A fact that this phone learns before the server's notification of it arrives: a payment's verdict, for example. */
export interface LocalFact extends Omit<RenderedNotification, 'key'> {
  /** Names the fact as the server does (`pay:{reference}`): its notification takes this one's place. */
  factKey: string;
}

/** The fact in the server's words and under its key. @param name of the product or shopper that it names by id. */
export function localFact(fact: NotificationFact, name?: string): LocalFact {
  const { key, ...rendered } = renderNotification(fact, name);
  return { ...rendered, factKey: factKeyOf(key) };
}

const told = createSignal<[fact: LocalFact]>();
/** Tells whoever keeps notifications. Without a listener the fact is lost; the server's notification comes anyway. */
export const tellFact = told.tell;
export const onFact = told.listen;
