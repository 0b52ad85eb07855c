import type { EnvironmentReader } from '../lib/environment-reader.ts';
import type { PaymentProvider } from './provider.ts';

/**
 * Everything that is said of one card provider in its own folder, before it is opened. `chosen-provider.ts` chooses one.
 */
export interface CardProvider<Settings extends { baseUrl: string }> {
  /** The variables of the environment that a live shop must set. */
  variables: readonly string[];
  /** What its keys look like: never in a log. */
  secretText: RegExp;
  /** Reads its variables and tells `env` what is wrong with them. */
  readSettings(env: EnvironmentReader, place: SettingsPlace): Settings;
  open(settings: Settings, options: OpenOptions): PaymentProvider;
}

export interface SettingsPlace {
  /** The payment sandbox runs beside the shop. */
  hasSandbox: boolean;
  /** Only this machine reaches the shop. */
  isLocal: boolean;
  /** Where the shop reaches itself, and so its sandbox, on this machine. */
  ownAddress: string;
}

export interface OpenOptions {
  hasSandbox: boolean;
  /** Default 8 000: the callback must not keep a shopper waiting longer. */
  lookupTimeoutMs?: number;
  /** Default 20 000. */
  commandTimeoutMs?: number;
}
