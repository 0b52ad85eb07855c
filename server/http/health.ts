import type { FastifyInstance } from 'fastify';
import { isDatabaseUnreachableError } from '../db/connection/database-unreachable.ts';
import type { Database } from '../db/database.ts';
import { hasSchemaOfRelease } from '../db/schema/require-schema.ts';
import type { ExpectedDatabaseSchema } from '../db/schema/schema.ts';
import { wasDatabaseRecentlyOutOfResources } from './errors/log-failure.ts';

/**
 * Serves `/healthz` (the process runs) and `/readyz` (the database has this release's schema). A backlog of jobs or a
 * full disk fails neither.
 */
export function registerHealthRoutes(
  app: FastifyInstance,
  deps: { db: Database; schema: ExpectedDatabaseSchema },
): void {
  app.get('/healthz', { schema: { hide: true }, logLevel: 'silent' }, async () => ({ ok: true }));
  app.get('/readyz', { schema: { hide: true }, logLevel: 'silent' }, async (request, reply) => {
    if (app.stopping.isAnnounced) return reply.code(503).send({ ready: false, stopping: true });
    try {
      const areMigrationsIn = await hasSchemaOfRelease(deps.db, deps.schema);
      reply.code(areMigrationsIn ? 200 : 503);
      const writes = !wasDatabaseRecentlyOutOfResources();
      return { ready: areMigrationsIn, database: true, migrations: areMigrationsIn, writes };
    } catch (error) {
      if (!isDatabaseUnreachableError(error)) request.log.warn({ err: error }, 'not ready');
      reply.code(503);
      return { ready: false, database: false, migrations: false };
    }
  });
}
