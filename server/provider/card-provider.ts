import type { EnvironmentReader } from '../lib/environment-reader.ts';
import type { PaymentProvider } from './provider.ts';

/** Describes a card provider and opens its client. `chosen-provider.ts` selects the provider. */
export interface CardProviderModule<Settings extends { baseUrl: string }> {
  variables: readonly string[];
  /** Pattern of the provider's secret keys, so that the log can hide them. */
  secretText: RegExp;
  /** Reads the provider's variables and reports problems to `env`. */
  readSettings(env: EnvironmentReader, place: ProviderSettingsContext): Settings;
  open(settings: Settings, options: OpenProviderOptions): PaymentProvider;
}

export interface ProviderSettingsContext {
  /** True: simulated payments run in the same server. */
  hasSandbox: boolean;
  /** True: the shop has no public address, and only this machine reaches it. */
  isLocal: boolean;
  /** Loopback address of the shop and its sandbox. */
  ownAddress: string;
}

export interface OpenProviderOptions {
  hasSandbox: boolean;
  /** Time limit for queries. Default 8 000 ms, because a shopper waits for the result. */
  lookupTimeoutMs?: number;
  /** Time limit for calls that change something. Default 20 000 ms. */
  commandTimeoutMs?: number;
}
