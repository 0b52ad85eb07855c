import { flutterwave } from './flutterwave/flutterwave.ts';

/** Chooses the shop's card provider. */
export const cardProvider = flutterwave;

export type ProviderSettings = ReturnType<typeof cardProvider.readSettings>;
