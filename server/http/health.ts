import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/database.ts';
import { isDatabaseAway } from '../db/database-away.ts';
import { isMigrated, type Migration } from '../db/migrate.ts';

/**
 * `/healthz`: the process runs. `/readyz`: it can serve: database and migrations. A backlog is no part of it: it waits
 * just the same on another instance, and is an alarm of the `outbox-lag` job.
 */
export function healthRoutes(app: FastifyInstance, deps: { db: Database; migrations: Migration[] }): void {
  app.get('/healthz', { schema: { hide: true }, logLevel: 'silent' }, async () => ({ ok: true }));
  app.get('/readyz', { schema: { hide: true }, logLevel: 'silent' }, async (request, reply) => {
    if (app.stopping.isAnnounced) return reply.code(503).send({ ready: false, stopping: true });
    try {
      const areMigrationsIn = await isMigrated(deps.db, deps.migrations);
      reply.code(areMigrationsIn ? 200 : 503);
      return { ready: areMigrationsIn, database: true, migrations: areMigrationsIn };
    } catch (error) {
      if (!isDatabaseAway(error)) request.log.warn({ err: error }, 'not ready');
      reply.code(503);
      return { ready: false, database: false, migrations: false };
    }
  });
}
