import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The collector received this span; attributes are stored by key. */
interface CollectedSpan {
  traceId: string;
  spanId: string;
  /** Absent in the trace's first span. */
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Record<string, unknown>;
  /** Status code; 2: failed. */
  status: { code?: number };
}

type WireAttributes = { key: string; value: Record<string, unknown> }[];
interface WireTraces {
  resourceSpans: {
    resource: { attributes: WireAttributes };
    scopeSpans: { spans: (Omit<CollectedSpan, 'attributes'> & { attributes: WireAttributes })[] }[];
  }[];
}

/** The collector receives OpenTelemetry traces as JSON over HTTP. */
export interface TraceCollector {
  url: string;
  spans(): CollectedSpan[];
  /** Resource attributes of the spans. */
  resources(): Record<string, unknown>[];
  /** Raw request bodies. */
  requests(): { path: string | undefined; headers: IncomingHttpHeaders; body: string }[];
  close(): Promise<void>;
}

export async function startTraceCollector(): Promise<TraceCollector> {
  const requests: ReturnType<TraceCollector['requests']> = [];
  const server = createServer(async (request, response) => {
    requests.push({ path: request.url, headers: request.headers, body: await text(request) });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const resourceSpans = () => requests.flatMap(({ body }) => (JSON.parse(body) as WireTraces).resourceSpans);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    spans: () =>
      resourceSpans().flatMap(({ scopeSpans }) =>
        scopeSpans.flatMap(({ spans }) =>
          spans.map((span) => ({ ...span, attributes: read(span.attributes) })),
        ),
      ),
    resources: () => resourceSpans().map(({ resource }) => read(resource.attributes)),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const read = (attributes: WireAttributes): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
