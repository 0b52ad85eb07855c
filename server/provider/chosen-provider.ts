import { flutterwaveProvider } from './flutterwave/flutterwave.ts';

export const chosenPaymentProvider = flutterwaveProvider;

export type ProviderSettings = ReturnType<typeof chosenPaymentProvider.readSettings>;
