import { unescape as decode } from 'node:querystring';
import type { EnvironmentReader } from '../lib/environment-reader.ts';
import type { TracingSettings } from '../tracing/spans.ts';

/** OpenTelemetry's own variables, as far as the shop knows them. Without an endpoint nothing is traced. */
export function readTracing(env: EnvironmentReader): TracingSettings | undefined {
  const endpoint = env.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']);
  const settings = {
    headers: readHeaders(env),
    serviceName: env.text('OTEL_SERVICE_NAME', 'ajora', 100),
    share: env.decimal('OTEL_TRACES_SAMPLER_ARG', 1, { above: 0, atMost: 1 }),
  };
  return endpoint === undefined
    ? undefined
    : { url: `${endpoint.replace(/\/$/, '')}/v1/traces`, ...settings };
}

/** `name=value,name=value`, percent-encoded. Values are never repeated in a problem: they are keys. */
function readHeaders(env: EnvironmentReader): Record<string, string> {
  const text = env.text('OTEL_EXPORTER_OTLP_HEADERS', '');
  if (text === '') return {};
  const pairs = text.split(',').map((pair) => /^\s*([\w-]+)\s*=\s*((?:[^%\s]|%[\da-f]{2})+)\s*$/i.exec(pair));
  if (pairs.includes(null))
    env.refuse('OTEL_EXPORTER_OTLP_HEADERS must be name=value,name=value, percent-encoded.');
  return Object.fromEntries(pairs.map((pair) => [pair?.[1], decode(pair?.[2] ?? '')]));
}
