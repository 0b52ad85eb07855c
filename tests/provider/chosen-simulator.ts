import { wordpaySandbox } from './wordpay-sandbox.ts';

/** Replaces the file of this name in `sandbox`, so that tests run with the second provider (vitest.config.ts). */
export const createProviderSimulator = wordpaySandbox;
