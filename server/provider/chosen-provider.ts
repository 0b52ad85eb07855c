import { flutterwave } from './flutterwave/flutterwave.ts';

/** The one line that chooses the shop's card provider. */
export const cardProvider = flutterwave;

export type ProviderSettings = ReturnType<typeof cardProvider.readSettings>;
