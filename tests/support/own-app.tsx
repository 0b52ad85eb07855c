import type { ReactNode } from 'react';
import { createPayments } from '../../src/features/checkout/attempts/payment-attempts.ts';
import { Services, ServicesContext } from '../../src/lib/services.ts';
import { createOfflineServices } from '../../src/offline/offline-services.ts';

/** A test file has one app's services, without its screens. */
export const services = new Services();
export const phone = services.get(createOfflineServices);
export const { outbox, storage } = phone;
export const payments = services.get(createPayments);

/** Renders screens with the test file's services. */
export function OwnApp({ children }: { children: ReactNode }) {
  return <ServicesContext value={services}>{children}</ServicesContext>;
}
