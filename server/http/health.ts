import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/database.ts';
import { isDatabaseAway } from '../db/database-away.ts';
import { isMigrated, type Migration } from '../db/migrate.ts';

const OUTBOX_LAG_LIMIT_S = 60;

/** `/healthz`: the process runs. `/readyz`: it can serve: database, migrations, outbox not behind by a minute. */
export function healthRoutes(app: FastifyInstance, deps: { db: Database; migrations: Migration[] }): void {
  app.get('/healthz', { schema: { hide: true }, logLevel: 'silent' }, async () => ({ ok: true }));
  app.get('/readyz', { schema: { hide: true }, logLevel: 'silent' }, async (request, reply) => {
    if (app.stopping.isAnnounced) return reply.code(503).send({ ready: false, stopping: true });
    try {
      const areMigrationsIn = await isMigrated(deps.db, deps.migrations);
      const outboxLagSeconds = areMigrationsIn ? await readOutboxLag(deps.db) : null;
      const isReady = outboxLagSeconds !== null && outboxLagSeconds < OUTBOX_LAG_LIMIT_S;
      reply.code(isReady ? 200 : 503);
      return { ready: isReady, database: true, migrations: areMigrationsIn, outboxLagSeconds };
    } catch (error) {
      if (!isDatabaseAway(error)) request.log.warn({ err: error }, 'not ready');
      reply.code(503);
      return { ready: false, database: false, migrations: false, outboxLagSeconds: null };
    }
  });
}

/** @returns seconds that the oldest due message has been waiting, 0 when none does. */
async function readOutboxLag(db: Database): Promise<number> {
  const rows = await db.query<{ lag_s: number }>(
    `SELECT COALESCE(GREATEST(0, extract(epoch FROM now() - min(available_at))), 0) AS lag_s
       FROM outbox WHERE done_at IS NULL AND dead_at IS NULL`,
  );
  return rows[0]?.lag_s ?? 0;
}
