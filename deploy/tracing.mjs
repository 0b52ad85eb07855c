/**
 * Starts OpenTelemetry before the shop: `node --import ./deploy/tracing.mjs dist-server/main.mjs`. A span for each request,
 * named by its route, and one for each statement within it. Where the spans go is told by OpenTelemetry's own variables.
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
      // An error's text may quote what somebody typed.
      recordExceptions: false,
      ignorePaths: ({ url }) => /^\/(healthz|readyz|metrics)$/.test(url),
      requestHook: nameByRoute,
    }),
    new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }),
  ],
});
process.once('SIGTERM', () => tracerProvider.forceFlush().catch(() => undefined));

/** The address itself holds references of payments and ids, so the route's pattern stands in its place. */
function nameByRoute(span, request) {
  const route = request.routeOptions.url ?? 'unknown';
  span.updateName(`${request.method} ${route}`);
  span.setAttribute('url.path', route);
  span.setAttribute('ajora.request_id', request.id);
}
