import type { ReactNode } from 'react';
import { createPayments } from '../../src/features/checkout/attempts/payment-attempts.ts';
import { Services, ServicesContext } from '../../src/lib/services.ts';
import { createOfflineServices } from '../../src/offline/offline-services.ts';

/** The one app of a test file, without its screens. */
export const services = new Services();
export const phone = services.get(createOfflineServices);
export const { outbox, storage } = phone;
export const payments = services.get(createPayments);

/** Screens inside of it. */
export function OwnApp({ children }: { children: ReactNode }) {
  return <ServicesContext value={services}>{children}</ServicesContext>;
}
