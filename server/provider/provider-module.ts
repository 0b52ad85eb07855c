import type { EnvironmentReader } from '../lib/environment-reader.ts';
import type { PaymentProvider } from './provider.ts';

/** Describes a card provider and opens its client. `chosen-provider.ts` selects the one in use. */
export interface PaymentProviderModule<Settings extends { baseUrl: string }> {
  variables: readonly string[];
  /** Pattern of the provider's secret keys, so that the log can hide them. */
  secretText: RegExp;
  /** Reads the provider's environment variables and reports problems to `env`. */
  readSettings(env: EnvironmentReader, place: ProviderSettingsContext): Settings;
  open(settings: Settings, options: OpenProviderOptions): PaymentProvider;
}

export interface ProviderSettingsContext {
  /** True: the payment sandbox runs in the same server. */
  hasSandbox: boolean;
  /** True: the shop has no public URL, and only this machine can reach it. */
  isLocal: boolean;
  /** Loopback URL of the shop and its sandbox. */
  ownAddress: string;
}

export interface OpenProviderOptions {
  hasSandbox: boolean;
  /** Time limit for queries in milliseconds; default 8,000, because a shopper waits for the result. */
  lookupTimeoutMs?: number;
  /** Time limit in milliseconds for calls that change something; default 20,000. */
  commandTimeoutMs?: number;
}
