import type { ReactNode } from 'react';
import { createPaymentAttemptStore } from '../../src/features/checkout/attempts/payment-attempts.ts';
import { AppServices, AppServicesContext } from '../../src/lib/react/services.ts';
import { createOfflineStores } from '../../src/offline/offline-stores.ts';

/** A test file has one app's services, without its screens. */
export const testAppServices = new AppServices();
export const testOfflineServices = testAppServices.get(createOfflineStores);
export const { outbox, storage } = testOfflineServices;
export const testPayments = testAppServices.get(createPaymentAttemptStore);

/** Renders screens with the test file's services. */
export function TestAppServicesProvider({ children }: { children: ReactNode }) {
  return <AppServicesContext value={testAppServices}>{children}</AppServicesContext>;
}
