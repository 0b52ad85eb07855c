import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { PaymentProvider } from '../provider.ts';
import { flutterwaveProvider } from './flutterwave.ts';

/** The response with which the fake provider answers every call; `silence`: it does not answer. */
let answer: { status: number; body: string } | 'silence';
let server: Server;
let provider: PaymentProvider;

beforeAll(async () => {
  server = createServer((_request, response) => {
    if (answer === 'silence') return;
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const keys = { secretKey: 'key of a test', secretHash: 'hash of a test' };
  provider = flutterwaveProvider.open({ baseUrl: `http://127.0.0.1:${port}`, ...keys }, { hasSandbox: true });
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const error = JSON.stringify({
  status: 'error',
  message: 'No transaction was found for this id',
  data: null,
});

function told(data: unknown, meta?: unknown): string {
  return JSON.stringify({ status: 'success', message: 'ok', data, meta });
}

test.each([
  [500, error, 'the provider answered 500'],
  [503, error, 'the provider answered 503'],
  [429, error, 'the provider answered 429'],
  [408, error, 'the provider answered 408'],
  [300, error, 'the provider answered 300'],
  [200, '<html>', "the provider's answer (200) could not be read"],
  [400, '', "the provider's answer (400) could not be read"],
  [200, told({}), "the provider's transaction could not be read"],
  [
    200,
    told({ id: 7, tx_ref: 'gb-2', amount: 100, currency: 'NGN', status: 'successful' }),
    'the provider answered for another reference',
  ],
])('%i with %j says nothing about a payment', async (status, body, reason) => {
  answer = { status, body };
  expect(await provider.verify('gb-1')).toEqual({ ok: false, kind: 'unknown', reason });
});

test('a clear error says that there is none', async () => {
  answer = { status: 400, body: error };
  expect(await provider.verify('gb-1')).toEqual({ ok: true, transaction: null });
});

test('what cannot be reached says nothing either', async () => {
  const keys = { secretKey: 'key of a test', secretHash: 'hash of a test' };
  const away = flutterwaveProvider.open({ baseUrl: 'http://127.0.0.1:1', ...keys }, { hasSandbox: true });
  expect(await away.verify('gb-1')).toEqual({
    ok: false,
    kind: 'unknown',
    reason: 'the provider could not be reached',
  });
});

test('what keeps silent is not waited for', async () => {
  const { port } = server.address() as AddressInfo;
  const keys = { secretKey: 'key of a test', secretHash: 'hash of a test' };
  const hasty = flutterwaveProvider.open(
    { baseUrl: `http://127.0.0.1:${port}`, ...keys },
    { hasSandbox: true, lookupTimeoutMs: 50 },
  );
  answer = 'silence';
  expect(await hasty.verify('gb-1')).toEqual({
    ok: false,
    kind: 'unknown',
    reason: 'the provider did not answer in time',
  });
});

test('a command is answered in a form that can be read, or its outcome is unknown', async () => {
  const unknown = (reason: string) => ({ ok: false, kind: 'unknown', reason });
  const days = { fromDay: '2026-11-20', toDay: '2026-11-20', page: 1 };
  answer = { status: 200, body: told({ link: 'javascript:alert(1)' }) };
  expect(await provider.createCheckout({ customer: {} } as never)).toEqual(
    unknown('the provider sent no link'),
  );
  expect(await provider.refund({ transactionId: '7', amountKobo: 100, comment: '' })).toEqual(
    unknown("the provider's refund could not be read"),
  );
  expect(await provider.list(days)).toEqual(unknown("the provider's list could not be read"));
  answer = { status: 200, body: told([{}], { page_info: {} }) };
  expect(await provider.list(days)).toEqual(unknown("the provider's list could not be read"));
});

test('a list with a row that cannot be read names it and gives the others', async () => {
  const days = { fromDay: '2026-11-20', toDay: '2026-11-20', page: 1 };
  const good = { id: 7, tx_ref: 'gb-1', amount: 100, currency: 'NGN', status: 'successful' };
  const rows = [good, { ...good, id: 8, amount: null }, { ...good, id: {}, tx_ref: 'gb-\0x' }, 'odd'];
  answer = { status: 200, body: told(rows, { page_info: { current_page: 1, total_pages: 0 } }) };
  expect(await provider.list(days)).toMatchObject({
    ok: true,
    rows: [{ id: '7' }],
    unreadable: ['8', 'gb-x', 'row 4'],
    totalPages: 0,
  });
});

test('a refusal without words is one all the same', async () => {
  answer = { status: 400, body: JSON.stringify({ status: 'error', message: '', data: null }) };
  expect(await provider.verify('gb-1')).toEqual({
    ok: false,
    kind: 'refused',
    reason: 'the provider refused',
  });
});

test('a question waits 8 s for its answer, a command 20 s', async () => {
  answer = { status: 400, body: error };
  const waits = vi.spyOn(AbortSignal, 'timeout');
  await provider.verify('gb-1');
  await provider.verifyById('4711');
  expect(waits.mock.calls).toEqual([[8_000], [8_000]]);
  waits.mockClear();
  const day = new Date('2026-11-20T00:00:00Z');
  await provider.list({ from: day, to: day, page: 1 } as never);
  expect(waits.mock.calls).toEqual([[20_000]]);
  waits.mockRestore();
});
