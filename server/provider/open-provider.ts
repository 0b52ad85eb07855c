import type { Config } from '../config/config.ts';
import { cardProvider } from './chosen-provider.ts';
import type { PaymentProvider } from './provider.ts';

/** The card provider of this configuration. The sandbox is called over HTTP like the real one. */
export function openProvider(config: Config): PaymentProvider {
  return cardProvider.open(config.provider, { hasSandbox: config.sandbox.isOn });
}
