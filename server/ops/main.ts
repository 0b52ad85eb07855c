import { resolve } from 'node:path';
import { ConfigError, readConfig } from '../config/config.ts';
import { mergeEnvironmentFile } from '../config/environment-file.ts';
import {
  formatDatabaseLocation,
  type OpenedDatabase,
  openDatabaseWithoutMigrating,
} from '../db/open-database.ts';
import { readOrCreateServerSecrets } from '../db/server-secrets.ts';
import { getShopKind, UnsuitableDatabaseError } from '../db/shop-kind.ts';
import { applyStoredSettings } from '../features/catalogue/settings/stored-settings.ts';
import { openShopClock } from '../lib/clock.ts';
import { maskSecrets } from '../log/log.ts';
import { createPaymentProvider } from '../provider/create-provider.ts';
import { ActionRefusedError } from './action.ts';
import { createSecretPrompt } from './command-line/secret-prompt.ts';
import { runOpsCommand } from './run-command.ts';

/** Runs the operator's command line on the database of DATABASE_URL or DATA_DIR, whether or not the shop runs. */
async function main(): Promise<number> {
  let database: OpenedDatabase | undefined;
  let closeClock = (): void => undefined;
  try {
    const promptForSecret = createSecretPrompt(process.env);
    const openDeps = async () => {
      const read = readConfig(mergeEnvironmentFile(process.env));
      const config = { ...read, dataDir: resolve(read.dataDir) };
      process.stderr.write(
        `${config.brandName} (${getShopKind(config)}): ${formatDatabaseLocation(config)}\n`,
      );
      database = await openDatabaseWithoutMigrating(config).catch((error: unknown) => {
        throw error instanceof UnsuitableDatabaseError ? new ActionRefusedError(error.message) : error;
      });
      const clock = await openShopClock(database.db);
      closeClock = clock.close;
      await applyStoredSettings(database.db, config);
      const secrets = await readOrCreateServerSecrets(database.db);
      return { config, db: database.db, clock, provider: createPaymentProvider(config), secrets };
    };
    const outcome = await runOpsCommand(process.argv.slice(2), openDeps, promptForSecret);
    process.stdout.write(outcome.stdout);
    process.stderr.write(outcome.stderr);
    return outcome.exitCode;
  } finally {
    closeClock();
    await database?.close();
  }
}

// Without this, a reader that closes the pipe early, such as `head`, or a full disk ends the command with a stack trace.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code !== 'EPIPE') process.stderr.write(`The result could not be written: ${message}\n`);
  process.exit(1);
});

main().then(
  (exitCode) => {
    process.exitCode = exitCode;
  },
  (error: unknown) => {
    const text = error instanceof Error ? error.message : String(error);
    const message = error instanceof ConfigError ? text : `The command failed: ${maskSecrets(text)}`;
    if (process.argv.includes('--json'))
      process.stdout.write(`${JSON.stringify({ ok: false, message }, null, 2)}\n`);
    else process.stderr.write(`${message}\n`);
    process.exitCode = 1;
  },
);
