import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/**
 * Counts what one process does, for `/metrics`. Labels must come from a fixed set and may not be an id, URL path or IP
 * address.
 */
export interface MetricsRegistry {
  noteRequest(request: { method: string; route: string; status: number; seconds: number }): void;
  noteProviderCall(call: string, verdict: string): void;
  /** Adds gauges that are read for each request. A later reader of the same name replaces the earlier one. */
  show(figure: Figure): void;
  /** @returns all metrics in Prometheus' text format, version 0.0.4. */
  text(): Promise<string>;
  readonly contentType: string;
}

interface Figure {
  name: string;
  help: string;
  labels?: readonly string[];
  /** True: a counter, whose value never decreases; default false. */
  isTotal?: boolean;
  /** Returns the current values; an empty list when they are unknown, for example while the database is unreachable. */
  read(): MetricValue[];
}

export interface MetricValue {
  value: number;
  labels?: Record<string, string>;
}

/**
 * Bucket limits of the histogram in seconds. The lowest is for cached replies, the highest is the longest allowed
 * statement.
 */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

/** Creates the metrics registry of this process. Prometheus sums the values of all processes. */
export function createMetricsRegistry(): MetricsRegistry {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'ajora_http_requests_total',
    help: 'Requests answered, by route pattern.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const requestSeconds = new Histogram({
    name: 'ajora_http_request_seconds',
    help: 'From the first byte of a request to the last of its answer.',
    labelNames: ['method', 'route'],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const providerCalls = new Counter({
    name: 'ajora_provider_calls_total',
    help: 'Calls to the card provider by their end: ok, refused, unknown (no answer that can be read).',
    labelNames: ['call', 'verdict'],
    registers,
  });
  return {
    noteRequest({ seconds, status, ...labels }) {
      requests.inc({ ...labels, status: String(status) });
      requestSeconds.observe(labels, seconds);
    },
    noteProviderCall: (call, verdict) => providerCalls.inc({ call, verdict }),
    show: ({ name, help, labels = [], isTotal = false, read }) => {
      registry.removeSingleMetric(name);
      const shape = { name, help, labelNames: labels, registers };
      // Values are read only when `/metrics` is requested, so they cost nothing in between and are never out of date.
      if (isTotal) {
        new Counter({
          ...shape,
          collect() {
            this.reset();
            for (const row of read()) this.inc(row.labels ?? {}, row.value);
          },
        });
        return;
      }
      new Gauge({
        ...shape,
        collect() {
          this.reset();
          // `reset` sets a gauge without labels to 0. The gauge is removed instead, because an unknown value must not
          // be shown as 0.
          if (labels.length === 0) this.remove();
          for (const row of read()) this.set(row.labels ?? {}, row.value);
        },
      });
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
