import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { ServerSecrets } from './db/server-secrets.ts';
import type { PaymentProvider } from './payments/provider.ts';

/** What every feature is built from. */
export interface AppDeps {
  config: Config;
  db: Database;
  /** Known by the watch of a shop that runs; absent: never. */
  isDatabaseAway?: () => boolean;
  clock: Clock;
  provider: PaymentProvider;
  secrets: ServerSecrets;
}
