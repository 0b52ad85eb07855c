import { wordpay } from './wordpay.ts';

/** Replaces the file of this name in `server/provider`, so that tests run with the second provider (vitest.config.ts). */
export const chosenPaymentProvider = wordpay;
