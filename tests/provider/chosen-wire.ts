import { wordpaySandbox } from './wordpay-sandbox.ts';

/** Plays that card provider, in place of the sandbox's own file of this name: see vitest.config.ts. */
export const chosenWire = wordpaySandbox;
