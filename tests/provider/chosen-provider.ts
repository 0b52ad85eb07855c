import { wordpay } from './wordpay.ts';

/** The line that chooses the card provider, in place of the server's own: see vitest.config.ts. */
export const cardProvider = wordpay;
