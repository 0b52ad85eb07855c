import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import { startTestApi } from '../support/api.ts';
import { openFixtureForFile } from '../support/for-file.ts';

const api = openFixtureForFile(startTestApi);
let port: number;

beforeAll(async () => {
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  port = (api.app.server.address() as AddressInfo).port;
});

test('a body that never comes is waited for a minute, a silent connection two', () => {
  const { requestTimeout, headersTimeout, timeout } = api.app.server;
  expect({ requestTimeout, headersTimeout, timeout }).toEqual({
    requestTimeout: 60_000,
    headersTimeout: 60_000,
    timeout: 120_000,
  });
});

test('then its connection is closed, and others are answered', async () => {
  const { server } = api.app;
  // Node applies neither limit when the one for headers is the longer, so both are the same.
  [server.headersTimeout, server.requestTimeout] = [1, 1];
  const slow = connect(port, '127.0.0.1');
  slow.write('POST /api/auth/login HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\n');
  slow.write('Content-Length: 100\r\n\r\n{');
  expect(await text(slow)).toMatch(/^HTTP\/1.1 408 /);
  [server.headersTimeout, server.requestTimeout] = [60_000, 60_000];
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
});
