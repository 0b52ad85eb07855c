import { findFreePort } from '../support/free-port.ts';
import {
  isPostgresInstalled,
  type PostgresReplicaPair,
  startPostgresReplicaPair,
} from '../support/postgres-pair.ts';
import { type Deployment, deploy } from './deployment.ts';
import { hasHaproxy, startHaproxy } from './haproxy.ts';

/** Tells whether PostgreSQL and HAProxy are installed, and prints a line for each that is not. */
export function canReplicate(forWhat: string): boolean {
  return [isPostgresInstalled(forWhat), hasHaproxy(forWhat)].every(Boolean);
}

/**
 * Starts two shops behind one proxy, on a primary and its synchronous replica behind the shipped deploy/haproxy.cfg.
 */
export async function deployReplicated(): Promise<{ deployed: Deployment; pair: PostgresReplicaPair }> {
  const pair = await startPostgresReplicaPair();
  const port = await findFreePort();
  const haproxy = await startHaproxy(pair, port);
  const deployed = await deploy(2, undefined, undefined, {
    connectionString: `postgres://ajora@127.0.0.1:${port}/ajora`,
    async close() {
      await haproxy.close();
      await pair.close();
    },
  });
  return { deployed, pair };
}
