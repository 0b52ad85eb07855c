import { chosenPaymentProvider, type ProviderSettings } from './chosen-provider.ts';
import type { PaymentProvider } from './provider.ts';

/** Creates the client of the configured card provider. The sandbox is called over HTTP, like the real provider. */
export function createPaymentProvider(config: {
  provider: ProviderSettings;
  sandbox: { isOn: boolean };
}): PaymentProvider {
  return chosenPaymentProvider.open(config.provider, { hasSandbox: config.sandbox.isOn });
}
