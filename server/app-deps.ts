import type { Config } from './config/config.ts';
import type { Database } from './db/database.ts';
import type { PublicReads } from './db/public-reads.ts';
import type { ServerSecrets } from './db/server-secrets.ts';
import type { Clock } from './lib/clock.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { PaymentProvider } from './provider/provider.ts';

/** What every feature is built from. */
export interface AppDeps {
  config: Config;
  db: Database;
  /** Of a shop with a replica; absent: public reads are `db`'s too. */
  publicReads?: PublicReads;
  /** Known by the watch of a shop that runs; absent: never. */
  isDatabaseAway?: () => boolean;
  clock: Clock;
  provider: PaymentProvider;
  secrets: ServerSecrets;
  /** Of a shop that runs; absent: nothing is counted and there is no `/metrics`. */
  metrics?: Metrics;
}
