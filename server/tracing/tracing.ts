import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import type { Database, Queryable } from '../db/database.ts';
import type { PublicReads } from '../db/public-reads.ts';
import { routeName } from '../http/route-name.ts';
import type { Job } from '../jobs/runner.ts';
import type { AroundOutboxWork } from '../outbox/outbox.ts';
import { aroundCalls } from '../provider/around-calls.ts';
import type { PaymentProvider } from '../provider/provider.ts';
import { noteFailure, openSpans, readCaller, type Spans } from './spans.ts';
import { nameStatement } from './statement-name.ts';

/**
 * The parts of a shop, each with spans around what it does. Names and attributes are patterns, names of our own and
 * numbers: no address, id of a shopper, value of a statement or words of an error.
 *
 * @source decisions/0087
 */
export interface Tracing {
  /** A span for each request. To be called before anything else is registered. */
  requests(app: FastifyInstance): void;
  database(db: Database): Database;
  publicReads(reads: PublicReads): PublicReads;
  provider(provider: PaymentProvider): PaymentProvider;
  /** A run that finds nothing to do is not told, nor are the statements by which it looks. */
  job(job: Job): Job;
  outbox: AroundOutboxWork;
  /** Sends what waits. Never takes longer than 2 s. */
  close(): Promise<void>;
}

const DATABASE = { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql' } };
/** A run that only looks, and takes this long, is worth telling. */
const LONG_RUN_MS = 1_000;

/** The only door of this folder. A shop that is not traced does not load it. */
export function openTracing(...options: Parameters<typeof openSpans>): Tracing {
  const spans = openSpans(...options);
  return {
    requests: (app) => traceRequests(app, spans),
    database: (db) => traceDatabase(db, spans),
    publicReads: (reads) => ({ read: (work) => reads.read((db) => work(traceStatements(db, spans))) }),
    provider: (provider) => traceProvider(provider, spans),
    job: (job) => traceJob(job, spans),
    outbox: (topic, rows, work) =>
      spans.part(
        `outbox ${topic}`,
        { kind: SpanKind.CONSUMER, attributes: { 'messaging.batch.message_count': rows } },
        work,
      ),
    close: spans.close,
  };
}

function traceRequests(app: FastifyInstance, spans: Spans): void {
  app.addHook('onRequest', (request, reply, done) => {
    // Whoever looks after the shop asks each second.
    if (request.routeOptions.logLevel === 'silent') return done();
    const { method, id, headers } = request;
    const route = routeName(request);
    const place = spans.begin(
      `${method} ${route}`,
      {
        kind: SpanKind.SERVER,
        attributes: { 'http.request.method': method, 'http.route': route, 'ajora.request_id': id },
      },
      readCaller(headers.traceparent),
    );
    reply.raw.once('close', () => {
      const { span } = place;
      if (reply.raw.writableFinished) span.setAttribute('http.response.status_code', reply.statusCode);
      else span.setAttribute('error.type', 'aborted');
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    spans.within(place, done);
  });
}

function traceStatements<Target extends Queryable>(db: Target, spans: Spans): Target {
  return {
    ...db,
    query: <Row>(text: string, values?: unknown[]) =>
      traceStatement(spans, text, () => db.query<Row>(text, values)),
  };
}

function traceStatement<Result>(spans: Spans, text: string, run: () => Promise<Result>): Promise<Result> {
  return spans.detail(() => nameStatement(text), DATABASE, run);
}

function traceDatabase(db: Database, spans: Spans): Database {
  return {
    ...traceStatements(db, spans),
    transaction: (work) =>
      spans.part('transaction', DATABASE, () =>
        db.transaction((tx) =>
          work({
            ...traceStatements(tx, spans),
            commitWith: (text, values) => traceStatement(spans, text, () => tx.commitWith(text, values)),
          }),
        ),
      ),
  };
}

function traceProvider(provider: PaymentProvider, spans: Spans): PaymentProvider {
  return aroundCalls(provider, (call, ask) =>
    spans.part(`provider ${call}`, { kind: SpanKind.CLIENT }, async (span) => {
      const result = await ask();
      span?.setAttribute('ajora.verdict', result.ok ? 'ok' : result.kind);
      return result;
    }),
  );
}

function traceJob(job: Job, spans: Spans): Job {
  return {
    ...job,
    async run(context) {
      const startedAtMs = performance.now();
      const place = { ...spans.begin(`job ${job.name}`, { kind: SpanKind.INTERNAL }), isTold: false };
      try {
        await spans.within(place, () => job.run(context));
      } catch (error) {
        noteFailure(place.span, error);
        place.isTold = true;
        throw error;
      } finally {
        // A span that is not ended is sent nowhere.
        if (place.isTold || performance.now() - startedAtMs > LONG_RUN_MS) place.span.end();
      }
    },
  };
}
