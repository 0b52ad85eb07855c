import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  type SpanOptions,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';

/** Where traces go, by the standard's own variables. */
export interface TracingSettings {
  /** Of the collector, with `/v1/traces` at its end. */
  url: string;
  /** May hold its key. */
  headers: Record<string, string>;
  serviceName: string;
  /** Share of the traces that are sent, above 0 and at most 1. */
  share: number;
}

/** The span that what runs now is a part of. */
interface Place {
  span: Span;
  context: Context;
  /** False: nothing of it is worth telling so far. */
  isTold: boolean;
}

export interface Spans {
  /** Begins a trace, or goes on with a caller's. */
  begin(name: string, options: SpanOptions, caller?: Context): Place;
  /** Runs what belongs to that span. */
  within<Result>(place: Place, work: () => Result): Result;
  /** Runs work as a part of what runs now. Of what is no part of a trace there is no span. */
  part<Result>(name: string, options: SpanOptions, work: (span?: Span) => Promise<Result>): Promise<Result>;
  /** As `part`, for what alone makes nothing worth telling. */
  detail<Result>(name: () => string, options: SpanOptions, work: () => Promise<Result>): Promise<Result>;
  /** Sends what waits, as far as the collector takes it now. */
  close(): Promise<void>;
}

/** What comes beyond the queue is dropped. */
const QUEUE = { maxQueueSize: 2_048, maxExportBatchSize: 512, scheduledDelayMillis: 2_000 };
const EXPORT_WITHIN_MS = 5_000;
/** Four batches are the whole queue. */
const EXPORTS_AT_ONCE = 4;
const CLOSE_WITHIN_MS = 2_000;

/**
 * Opens the way to the collector, which is never waited for.
 *
 * @param instance which process of the service this is.
 * @param tell one line when spans begin to be lost, one when they arrive again.
 */
export function openSpans(
  { url, headers, serviceName, share }: TracingSettings,
  instance: string,
  tell: (level: 'warn' | 'info', line: string) => void,
): Spans {
  const exporter = new OTLPTraceExporter({
    ...{ url, headers, timeoutMillis: EXPORT_WITHIN_MS, concurrencyLimit: EXPORTS_AT_ONCE },
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.instance.id': instance }),
    // By the trace's name alone: all its spans, on every instance, are judged alike, and no caller's wish counts.
    sampler: new TraceIdRatioBasedSampler(share),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: tellOfLoss(exporter, tell),
        exportTimeoutMillis: 2 * EXPORT_WITHIN_MS,
        ...QUEUE,
      }),
    ],
  });
  const tracer = provider.getTracer('ajora');
  const places = new AsyncLocalStorage<Place>();

  const begin: Spans['begin'] = (name, options, caller = ROOT_CONTEXT) => {
    const span = tracer.startSpan(name, options, caller);
    return { span, context: trace.setSpan(caller, span), isTold: true };
  };
  const part: Spans['part'] = async (name, options, work) => {
    const outer = places.getStore();
    if (!outer) return work();
    outer.isTold = true;
    const place = begin(name, options, outer.context);
    try {
      return await places.run(place, () => work(place.span));
    } catch (error) {
      noteFailure(place.span, error);
      throw error;
    } finally {
      place.span.end();
    }
  };
  return {
    begin,
    // Of a trace that is not sent there is no place, so its parts cost nothing.
    within: (place, work) => (place.span.isRecording() ? places.run(place, work) : work()),
    part,
    detail: (name, options, work) => (places.getStore()?.isTold ? part(name(), options, work) : work()),
    close: () => Promise.race([provider.shutdown().catch(() => undefined), pause(CLOSE_WITHIN_MS)]),
  };
}

/** Its kind only: the words of an error may quote somebody's data. */
export function noteFailure(span: Span, error: unknown): void {
  const { name = 'unknown', code } = (error ?? {}) as { name?: unknown; code?: unknown };
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', [name, code].filter((word) => typeof word === 'string').join(' '));
}

/**
 * What a caller says in `traceparent` (W3C): whose part its request is.
 *
 * @returns undefined for anything else than version 00 of it.
 */
export function readCaller(traceparent: unknown): Context | undefined {
  const [, traceId, spanId] = /^00-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}$/.exec(String(traceparent)) ?? [];
  if (!traceId || !spanId || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return trace.setSpanContext(ROOT_CONTEXT, {
    ...{ traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true },
  });
}

function tellOfLoss(
  exporter: SpanExporter,
  tell: (level: 'warn' | 'info', line: string) => void,
): SpanExporter {
  let isLosing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const { error } = result;
        if (error && !isLosing)
          tell('warn', `Traces are lost, the collector does not take them: ${error.message}`);
        if (!error && isLosing) tell('info', 'The collector takes traces again.');
        isLosing = error !== undefined;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}
