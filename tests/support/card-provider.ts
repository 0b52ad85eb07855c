import { EnvironmentReader } from '../../server/lib/environment-reader.ts';
import type { OpenOptions } from '../../server/provider/card-provider.ts';
import { cardProvider } from '../../server/provider/chosen-provider.ts';
import type { PaymentProvider } from '../../server/provider/provider.ts';

/** Nobody answers there: whether a card payment was made is never known. */
export const NOBODY = 'http://127.0.0.1:1';

/** The shop's card provider as its sandbox at this address plays it. */
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
