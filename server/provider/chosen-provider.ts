import { flutterwave } from './flutterwave/flutterwave.ts';

export const cardProvider = flutterwave;

export type ProviderSettings = ReturnType<typeof cardProvider.readSettings>;
