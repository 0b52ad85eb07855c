import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFlutterwaveProvider } from './flutterwave.ts';
import type { PaymentProvider } from './provider.ts';

const KEY = 'FLWSECK_TEST-client';
const NOT_FOUND = { status: 'error', message: 'No transaction was found for this id', data: null };
const PAID = { id: 9, tx_ref: 'gb-9', amount: 50, currency: 'NGN', status: 'successful' };

let server: Server;
let provider: PaymentProvider;
/** What the next call is answered with. */
let answer: { code: number; body: unknown; headers?: Record<string, string> };
let seen: { url: string; authorization: string | undefined; body: string };

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      seen = { url: request.url ?? '', authorization: request.headers.authorization, body };
      response.writeHead(answer.code, { 'content-type': 'application/json', ...answer.headers });
      response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}/`;
  provider = createFlutterwaveProvider({ baseUrl, secretKey: KEY, secretHash: 'h' });
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

describe('looking a reference up', () => {
  it.each([200, 400, 404])('an unknown one is no transaction, whatever the code (%d)', async (code) => {
    answer = { code, body: NOT_FOUND };
    expect(await provider.verify('gb-9')).toEqual({ ok: true, transaction: null });
  });

  it('sends the key, and the reference as it is', async () => {
    answer = { code: 200, body: { status: 'success', message: '', data: { ...PAID, tx_ref: 'a&b=c' } } };
    expect(await provider.verify('a&b=c')).toMatchObject({ ok: true, transaction: { amountKobo: 5_000 } });
    expect(seen.url).toBe('/v3/transactions/verify_by_reference?tx_ref=a%26b%3Dc');
    expect(seen.authorization).toBe(`Bearer ${KEY}`);
  });

  it('never takes another reference for ours', async () => {
    answer = { code: 200, body: { status: 'success', message: '', data: PAID } };
    expect(await provider.verify('gb-10')).toMatchObject({ ok: false, kind: 'unknown' });
  });

  it.each([
    [500, { status: 'error', message: 'error_id 1', data: null }],
    [503, { status: 'success', message: '', data: PAID }],
    [429, NOT_FOUND],
    [200, '<html>'],
    [200, ''],
    [200, { status: 'success', message: '', data: { ...PAID, amount: null } }],
    [302, NOT_FOUND],
  ])('%d with %j is unknown', async (code, body) => {
    answer = { code, body, headers: code === 302 ? { location: '/elsewhere' } : {} };
    expect(await provider.verify('gb-9')).toMatchObject({ ok: false, kind: 'unknown' });
  });

  it('a wrong key is a refusal, not "no transaction"', async () => {
    answer = { code: 401, body: { status: 'error', message: 'Authorization required', data: null } };
    expect(await provider.verify('gb-9')).toEqual({
      ok: false,
      kind: 'refused',
      reason: 'Authorization required',
    });
  });
});

describe('opening a card page', () => {
  const request = {
    reference: 'gb-9',
    amountKobo: 150_050,
    redirectUrl: 'http://127.0.0.1/back',
    customer: { email: 'a@example.com', name: 'A', phone: '+2348031234567' },
    title: 'Ajora',
    description: 'Order',
    paymentId: 'p',
    userId: 'u',
    sessionMinutes: 30,
  };

  it('sends naira and what the provider wants to know', async () => {
    answer = {
      code: 200,
      body: { status: 'success', message: 'Hosted Link', data: { link: 'https://pay.example/1' } },
    };
    expect(await provider.createCheckout(request)).toEqual({ ok: true, link: 'https://pay.example/1' });
    expect(JSON.parse(seen.body)).toEqual({
      tx_ref: 'gb-9',
      amount: 1_500.5,
      currency: 'NGN',
      redirect_url: 'http://127.0.0.1/back',
      customer: { email: 'a@example.com', name: 'A', phonenumber: '+2348031234567' },
      customizations: { title: 'Ajora', description: 'Order' },
      meta: { payment_id: 'p', user_id: 'u' },
      configuration: { session_duration: 30, max_retry_attempt: 5 },
    });
  });

  it.each([
    [200, { status: 'error', message: 'tx_ref is required', data: null }, 'refused'],
    [400, { status: 'error', message: 'tx_ref is required', data: null }, 'refused'],
    [200, { status: 'success', message: '', data: {} }, 'unknown'],
    [200, { status: 'success', message: '', data: { link: 'javascript:alert(1)' } }, 'unknown'],
    [503, { status: 'error', message: 'An error occurred. Please contact support', data: null }, 'unknown'],
  ])('%d with %j is %s', async (code, body, kind) => {
    answer = { code, body };
    expect(await provider.createCheckout(request)).toMatchObject({ ok: false, kind });
  });
});

it('a list without its page count is unknown, so that nobody takes half of it for all', async () => {
  answer = { code: 200, body: { status: 'success', message: '', data: [PAID] } };
  const request = { fromDay: '2026-01-01', toDay: '2026-01-02', page: 1 };
  expect(await provider.list(request)).toMatchObject({ ok: false, kind: 'unknown' });
  answer = {
    code: 200,
    body: {
      status: 'success',
      message: '',
      data: [PAID],
      meta: { page_info: { current_page: 1, total_pages: 3 } },
    },
  };
  expect(await provider.list(request)).toMatchObject({ ok: true, totalPages: 3, transactions: [{ id: 9 }] });
});

it('a provider that is not there is unknown, and the key is in no reason', async () => {
  const nobody = createFlutterwaveProvider({
    baseUrl: 'http://127.0.0.1:9',
    secretKey: KEY,
    secretHash: 'h',
  });
  const result = await nobody.verify('gb-9');
  expect(result).toEqual({ ok: false, kind: 'unknown', reason: 'the provider could not be reached' });
});
