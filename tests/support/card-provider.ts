import { EnvironmentReader } from '../../server/lib/environment-reader.ts';
import { chosenPaymentProvider } from '../../server/provider/chosen-provider.ts';
import type { PaymentProvider } from '../../server/provider/provider.ts';
import type { OpenProviderOptions } from '../../server/provider/provider-module.ts';

/** No server listens there, so the result of a card payment stays unknown. */
export const UNREACHABLE_URL = 'http://127.0.0.1:1';

/** Creates the shop's client of the card provider, pointed at the sandbox at this address. */
export function createSandboxProviderClient(
  baseUrl: string,
  patience: Omit<OpenProviderOptions, 'hasSandbox'> = {},
): PaymentProvider {
  const place = { hasSandbox: true, isLocal: true, ownAddress: baseUrl };
  return chosenPaymentProvider.open(chosenPaymentProvider.readSettings(new EnvironmentReader({}), place), {
    hasSandbox: true,
    ...patience,
  });
}
