import type { NotificationCategory, NotificationType } from '#contract/schemas/notification.ts';

/** Facts that this phone learns before the server's notice of them arrives: a payment's verdict, for example. */
export interface LocalFact {
  /** Names the fact as the server does (`pay:{reference}`): its notice takes this one's place. */
  factKey: string;
  type: NotificationType;
  category: NotificationCategory;
  title: string;
  message: string;
  data: Record<string, unknown>;
}

const listeners = new Set<(fact: LocalFact) => void>();

/** Tells whoever keeps notifications. Without a listener the fact is lost, and the server's notice comes anyway. */
export function tellFact(fact: LocalFact): void {
  for (const listener of listeners) listener(fact);
}

/** @returns the unsubscription. */
export function onFact(listener: (fact: LocalFact) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
