import type { EnvironmentReader } from '../lib/environment-reader.ts';
import type { PaymentProvider } from './provider.ts';

/** The static description of a card provider, in the provider's own folder. `chosen-provider.ts` chooses one. */
export interface CardProvider<Settings extends { baseUrl: string }> {
  variables: readonly string[];
  /** Pattern of the provider's keys, which the log masks. */
  secretText: RegExp;
  /** Reads the provider's variables and reports problems to `env`. */
  readSettings(env: EnvironmentReader, place: SettingsSource): Settings;
  open(settings: Settings, options: OpenOptions): PaymentProvider;
}

export interface SettingsSource {
  /** True: the payment sandbox runs beside the shop. */
  hasSandbox: boolean;
  /** True: only this machine reaches the shop. */
  isLocal: boolean;
  /** The shop's address, and its sandbox's, on this machine. */
  ownAddress: string;
}

export interface OpenOptions {
  hasSandbox: boolean;
  /** Default 8 000: the return must not keep a shopper waiting longer. */
  lookupTimeoutMs?: number;
  /** Default 20 000. */
  commandTimeoutMs?: number;
}
