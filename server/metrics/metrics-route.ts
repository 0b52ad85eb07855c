import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../db/database.ts';
import type { MetricsRegistry } from './metrics.ts';
import { registerShopMetrics } from './shop-metrics.ts';
import { type PendingWorkCounts, readPendingWorkCounts } from './shop-state-repository.ts';

/** Longest wait for the database, because the process's own metrics must be readable without it. */
const STATE_WITHIN_MS = 3_000;
/** Headers that a proxy adds. A request through a proxy on this machine must send the token like any remote client. */
const FORWARDING = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

/** Counts every reply by its route's pattern. It must be registered before the routes. */
export function registerRequestCounter(app: FastifyInstance, metrics: MetricsRegistry): void {
  app.addHook('onResponse', async (request, reply) => {
    metrics.noteRequest({
      method: request.method,
      route: routeName(request),
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
    });
  });
}

interface MetricsDeps {
  db: Database;
  config: { metricsToken: string | undefined };
  isDatabaseAway?: () => boolean;
}

/** Serves `/metrics` to this machine and to clients that send the token; others get a 404. */
export function registerMetricsRoute(
  app: FastifyInstance,
  deps: MetricsDeps,
  metrics: MetricsRegistry,
): void {
  let state: PendingWorkCounts | null = null;
  registerShopMetrics(metrics, () => state);
  app.get('/metrics', { schema: { hide: true }, logLevel: 'silent' }, async (request, reply) => {
    if (!mayLook(request, deps.config.metricsToken)) return reply.callNotFound();
    state = deps.isDatabaseAway?.() ? null : await withinTime(readPendingWorkCounts(deps.db));
    reply.header('cache-control', 'no-store').type(metrics.contentType);
    return metrics.text();
  });
}

/** Checks the socket's IP address instead of the forwarded one, which a client can forge. */
function mayLook({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  const sent = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
  if (token !== undefined && sent !== undefined) return isSame(sent, token);
  const isThisMachine = /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '');
  return isThisMachine && !FORWARDING.some((name) => headers[name] !== undefined);
}

function isSame(sent: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(sent), digest(token));
}

async function withinTime(reading: Promise<PendingWorkCounts>): Promise<PendingWorkCounts | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, STATE_WITHIN_MS, null);
  });
  try {
    return await Promise.race([reading.catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the label of a request's route, without ids, keys or references. All files share the label `file`. */
function routeName(request: FastifyRequest): string {
  const { url } = request.routeOptions;
  if (url === undefined) return 'unknown';
  return /\.\w+$/.test(url) ? 'file' : url;
}
