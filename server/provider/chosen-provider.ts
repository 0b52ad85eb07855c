import { flutterwaveProvider } from './flutterwave/flutterwave.ts';

export const chosenCardProvider = flutterwaveProvider;

export type ProviderSettings = ReturnType<typeof chosenCardProvider.readSettings>;
