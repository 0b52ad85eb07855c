import { spawn } from 'node:child_process';
import { maskSecrets } from '../../log/log.ts';
import { ActionRefusedError } from '../action.ts';

/**
 * Runs `pg_dump` or `pg_restore`. The password is passed in the environment, because other users can see arguments.
 * @throws {ActionRefusedError} with the tool's error output.
 */
export async function runPostgresTool(
  tool: 'pg_dump' | 'pg_restore',
  connectionString: string,
  args: readonly string[],
): Promise<void> {
  const address = new URL(connectionString);
  const password = decodeURIComponent(address.password);
  address.password = '';
  const child = spawn(tool, [...args, `--dbname=${address.href}`], {
    env: { ...process.env, ...(password ? { PGPASSWORD: password } : {}) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new ActionRefusedError(
      `There is no ${tool} on the PATH. Install PostgreSQL's client programs, ${WHICH}`,
    );
  });
  if (code === 0) return;
  const hint = stderr.includes('server version mismatch') ? ` Install those ${WHICH}` : '';
  throw new ActionRefusedError(`${tool} failed: ${maskSecrets(stderr.trim()).slice(0, 1_000)}.${hint}`);
}

const WHICH =
  "of the server's release or a newer one. The embedded database is PostgreSQL 18 and brings none of them.";
