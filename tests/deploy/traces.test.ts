import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startTraceCollector } from '../support/trace-collector.ts';
import { hasNginx } from './nginx.ts';
import { deployBehindNginx } from './nginx-deployment.ts';

const STRANGERS = '4bf92f3577b34da6a3ce929d0e0e4736';

it.runIf(hasNginx('what two instances behind nginx trace'))(
  'two instances behind nginx trace their own, and nothing in the name of a stranger',
  async () => {
    const collector = await startTraceCollector();
    const deployed = await deployBehindNginx({
      NODE_OPTIONS: `--import ${join(import.meta.dirname, '../../deploy/tracing.mjs')}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '500',
    });
    try {
      const instances = () => new Set(collector.resources().map((of) => of['service.instance.id']));
      while (instances().size < 2) {
        for (let times = 0; times < 8; times += 1) {
          const headers = { traceparent: `00-${STRANGERS}-00f067aa0ba902b7-01` };
          expect((await fetch(`${deployed.url}/api/centres`, { headers })).status).toBe(200);
        }
        await delay(500);
      }
      const answered = collector.spans().filter(({ name }) => name === 'GET /api/centres');
      expect(answered.length).toBeGreaterThan(0);
      expect(answered.filter(({ traceId }) => traceId === STRANGERS)).toEqual([]);
    } finally {
      await deployed.close();
      await collector.close();
    }
  },
  240_000,
);
