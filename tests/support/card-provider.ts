import { EnvironmentReader } from '../../server/lib/environment-reader.ts';
import type { OpenOptions } from '../../server/provider/card-provider.ts';
import { cardProvider } from '../../server/provider/chosen-provider.ts';
import type { PaymentProvider } from '../../server/provider/provider.ts';

/** No server listens there, so the result of a card payment stays unknown. */
export const NOBODY = 'http://127.0.0.1:1';

/** Creates the shop's client of the card provider, pointed at the sandbox at this address. */
export function openSandboxProvider(
  baseUrl: string,
  patience: Omit<OpenOptions, 'hasSandbox'> = {},
): PaymentProvider {
  const place = { hasSandbox: true, isLocal: true, ownAddress: baseUrl };
  return cardProvider.open(cardProvider.readSettings(new EnvironmentReader({}), place), {
    hasSandbox: true,
    ...patience,
  });
}
