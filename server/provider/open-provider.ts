import type { Config } from '../config/config.ts';
import { createFlutterwaveProvider } from './flutterwave/flutterwave.ts';
import type { PaymentProvider } from './provider.ts';

/** The card provider of this configuration. The sandbox is called over HTTP like the real one. */
export function openProvider(config: Config): PaymentProvider {
  return createFlutterwaveProvider(config.flutterwave);
}
