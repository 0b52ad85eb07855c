import { Type } from 'typebox';
import { expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoints.ts';
import { DomainError } from '../../server/http/errors/error-handler.ts';
import { checkRateLimit } from '../../server/http/rate-limit.ts';
import { addApiRoute } from '../../server/http/route.ts';
import { startTestApi } from '../support/api.ts';
import { openFixtureForFile } from '../support/for-file.ts';

interface Shape {
  body: { email: string };
  reply: { success: true };
}
const endpoint = (path: string): Endpoint<Shape> => ({ method: 'POST', path, aliases: [] });

const api = openFixtureForFile(() =>
  startTestApi({
    env: { RATE_LIMIT_FACTOR: '0.5', TRUST_PROXY: '127.0.0.1' },
    extend(app) {
      const schema = {
        body: Type.Object({ email: Type.String() }),
        reply: Type.Object({ success: Type.Literal(true) }),
      };
      const handler = async (): Promise<{ success: true }> => {
        hashed += 1;
        return { success: true };
      };
      addApiRoute(app, endpoint('/api/t/by-email'), {
        schema,
        auth: 'none',
        rateLimit: [
          { name: 'test-email', by: (call) => [call.body.email.toLowerCase()], limit: 6, windowMs: 900_000 },
        ],
        handler,
      });
      addApiRoute(app, endpoint('/api/t/by-address'), {
        schema,
        auth: 'none',
        rateLimit: [{ name: 'test-address', by: 'address', limit: 4, windowMs: 60_000 }],
        handler,
      });
    },
  }),
);
let hashed = 0;

const ask = (path: string, email: string, address = '10.0.0.1') =>
  api.call({ method: 'POST', url: path, body: { email }, headers: { 'x-forwarded-for': address } });

it('refuses the call above the limit with 429 and the wait, before any work', async () => {
  for (let i = 0; i < 3; i += 1) expect((await ask('/api/t/by-email', 'Ada@x.ng')).status).toBe(200);
  hashed = 0;
  const refused = await ask('/api/t/by-email', 'ada@x.ng');
  expect(refused.status).toBe(429);
  expect(refused.body).toMatchObject({ code: 'too_many_requests', success: false });
  // Three calls in fifteen minutes (6 × factor 0.5) make one call every five minutes.
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(290);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(300);
  expect(hashed).toBe(0);
});

it('counts every account for itself', async () => {
  expect((await ask('/api/t/by-email', 'bola@x.ng')).status).toBe(200);
});

it('fills up again with time', async () => {
  await api.db.query(`UPDATE rate_limits SET refilled_at = refilled_at - interval '301 seconds'
                       WHERE bucket LIKE 'test-email:%'`);
  expect((await ask('/api/t/by-email', 'ada@x.ng')).status).toBe(200);
  expect((await ask('/api/t/by-email', 'ada@x.ng')).status).toBe(429);
});

it('counts the forwarded address of a named proxy', async () => {
  expect((await ask('/api/t/by-address', 'a', '10.1.1.1')).status).toBe(200);
  expect((await ask('/api/t/by-address', 'b', '10.1.1.1')).status).toBe(200);
  expect((await ask('/api/t/by-address', 'c', '10.1.1.1')).status).toBe(429);
  expect((await ask('/api/t/by-address', 'd', '10.1.1.2')).status).toBe(200);
});

it('counts what one network of IPv6 sends, however many households it pretends to be', async () => {
  const statuses: number[] = [];
  for (let household = 0; household < 10; household += 1) {
    const answer = await ask(
      '/api/t/by-address',
      'a',
      `2001:db8:1:a${household.toString(16).padStart(2, '0')}::1`,
    );
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([...Array<number>(8).fill(200), 429, 429]);
  expect((await ask('/api/t/by-address', 'a', '2001:db8:1:b00::1')).status).toBe(200);
});

it('lets exactly the limit through when all come at once', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask('/api/t/by-email', 'many@x.ng')));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(3);
  expect(answers.filter((answer) => answer.status === 429)).toHaveLength(17);
});

it('stores no e-mail and no address', async () => {
  const rows = await api.db.query<{ bucket: string }>('SELECT bucket FROM rate_limits');
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.some((row) => /x\.ng|10\.1/.test(row.bucket))).toBe(false);
});

it('lets one call through however small the factor makes the limit', async () => {
  const limit = { name: 'test-tiny', limit: 3, windowMs: 60_000 };
  await checkRateLimit(api.db, limit, 'ada', 0.1);
  await expect(checkRateLimit(api.db, limit, 'ada', 0.1)).rejects.toThrow(DomainError);
});
