/**
 * Starts OpenTelemetry before the shop: `node --import ./deploy/tracing.mjs dist-server/main.mjs`. Each request has a
 * span, named after its route, and each of its statements has one. OpenTelemetry's own variables say where the spans
 * are sent.
 *
 * @source docs/deploy.md, "Traces"
 */
import { register } from 'node:module';
import FastifyInstrumentation from '@fastify/otel';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import {
  defaultResource,
  detectResources,
  envDetector,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

register('@opentelemetry/instrumentation/hook.mjs', import.meta.url);

const tracerProvider = new NodeTracerProvider({
  resource: defaultResource().merge(detectResources({ detectors: [envDetector, serviceInstanceIdDetector] })),
  spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
});
tracerProvider.register();
registerInstrumentations({
  tracerProvider,
  instrumentations: [
    new FastifyInstrumentation({
      registerOnInitialization: true,
      instrumentHooks: false,
      instrumentHandler: false,
      // An error's message may contain what a shopper typed, so it is not recorded.
      recordExceptions: false,
      ignorePaths: ({ url }) => /^\/(healthz|readyz|metrics)$/.test(url),
      requestHook: nameByRoute,
    }),
    new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }),
  ],
});
process.once('SIGTERM', () => tracerProvider.forceFlush().catch(() => undefined));

/** Names a span after its route, because the address itself contains ids and payment references. */
function nameByRoute(span, request) {
  const route = request.routeOptions.url ?? 'unknown';
  span.updateName(`${request.method} ${route}`);
  span.setAttribute('url.path', route);
  span.setAttribute('ajora.request_id', request.id);
}
