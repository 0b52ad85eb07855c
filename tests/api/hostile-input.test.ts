import { randomUUID } from 'node:crypto';
import { request as send } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiErrorBody } from '#contract/errors.ts';
import {
  settlePayment,
  type TransactionWithLedgerAccount,
} from '../../server/features/payments/settle/settle-repository.ts';
import { toDomainError } from '../../server/http/errors/error-handler.ts';
import { startTestApi, type TestApiRequest, type TestApiResponse } from '../support/api.ts';
import { addTestPickupCentre, addTestProduct } from '../support/api-catalogue.ts';
import { type SignedUpApiShopper, signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { findFreePort } from '../support/free-port.ts';

const port = await findFreePort();
const api = openFixtureForFile(() => startTestApi({ port, env: { RATE_LIMIT_FACTOR: '1000' } }));
let shopper: SignedUpApiShopper;
beforeAll(async () => {
  await addTestPickupCentre(api);
  shopper = await signUpShopper(api);
});

/** Sends text as JSON that `JSON.stringify` would never write. */
async function sendText(
  method: 'POST' | 'PATCH' | 'DELETE',
  url: string,
  payload: string,
  headers: Record<string, string> = {},
): Promise<TestApiResponse<ApiErrorBody>> {
  const answer = await api.inject({
    method,
    url,
    payload,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${shopper.token}`,
      'idempotency-key': randomUUID(),
      ...headers,
    },
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
}

const webhookSecret = { 'verif-hash': 'sandbox-webhook-hash' };
const unreadable = { success: false, code: 'bad_request', message: 'The request could not be read.' };
const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('a body of thousands of nested lists is not read', () => {
  test.each([
    ['POST', '/api/auth/login'],
    ['POST', '/api/auth/request-recovery-key-reset'],
    ['POST', '/api/auth/update-recovery-key'],
    ['POST', '/api/cart/add'],
    ['POST', '/api/payment/initialize'],
    ['PATCH', '/api/notifications/mark-all-read'],
    ['DELETE', '/api/account'],
    ['POST', '/api/payment/webhook/flutterwave'],
    ['POST', '/sandbox/scenario'],
  ] as const)('%s %s', async (method, url) => {
    const answer = await sendText(method, url, `{"x":${deep(6_000)}}`, webhookSecret);
    expect([answer.status, answer.body]).toMatchObject([400, unreadable]);
  });

  test('by the stand-in for the card provider either', async () => {
    const authorization = 'Bearer FLWSECK_TEST-sandbox';
    const answer = await sendText('POST', '/v3/payments', `{"x":${deep(6_000)}}`, { authorization });
    expect(answer.status).toBe(400);
  });

  test('brackets inside a text are no nesting, and 32 levels are read', async () => {
    const body = `{"event":"x","data":${deep(31)},"text":"${'['.repeat(100)}\\"${'{'.repeat(100)}"}`;
    const answer = await sendText('POST', '/api/payment/webhook/flutterwave', body, webhookSecret);
    expect(answer.status).toBe(200);
    const tooDeep = body.replace(deep(31), deep(32));
    const refused = await sendText('POST', '/api/payment/webhook/flutterwave', tooDeep, webhookSecret);
    expect(refused.status).toBe(400);
  });
});

describe('a value that the database cannot keep is refused', () => {
  const markAllRead = (before: string) => ['PATCH', '/api/notifications/mark-all-read', { before }] as const;
  test.each([
    ['a time of the year 0', ...markAllRead('0000-01-01T00:00:00Z')],
    ['a time zone a day away', ...markAllRead('2026-01-01T00:00:00+23:59')],
  ] as const)('%s', async (_what, method, url, body) => {
    const answer = await sendText(method, url, JSON.stringify(body));
    expect([answer.status, answer.body]).toMatchObject([400, unreadable]);
  });

  test('a NUL, by the field that it stands in', async () => {
    const body = JSON.stringify({ email: 'ada\u0000@example.com', password: 'correct horse' });
    const answer = await sendText('POST', '/api/auth/login', body);
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { code: 'validation_failed', errors: [{ field: 'email' }] },
    ]);
  });

  test('half a surrogate pair in the keys of a phone is no key', async () => {
    const endpoint = 'https://fcm.googleapis.com/fcm/send/a';
    const body = JSON.stringify({ endpoint, keys: { p256dh: '\ud800', auth: 'a' } });
    const answer = await sendText('POST', '/api/push/subscription', body);
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
  });

  test('half a surrogate pair in the address of an order', async () => {
    const productId = await addTestProduct(api);
    const { token, phone } = shopper;
    const line = { method: 'POST', url: '/api/cart/add', body: { productId, quantity: 1 }, token } as const;
    const { cartId, totalPrice } = (
      await api.call<{ data: { cartId: string; totalPrice: number } }>(line as TestApiRequest)
    ).body.data;
    const answer = await sendText(
      'POST',
      '/api/payment/initialize',
      JSON.stringify({
        walletUse: 0,
        paymentMethod: 'flutterwave_only',
        cartId,
        expectedTotal: totalPrice,
        deliveryAddress: { state: 'Lagos', city: 'Ikeja \udfff', street: '1 Allen Avenue' },
        phone,
      }),
    );
    const message = 'deliveryAddress.city has a hidden character that cannot be saved, type it again';
    expect([answer.status, answer.body]).toMatchObject([400, { code: 'validation_failed', message }]);
    expect(await api.db.query('SELECT 1 FROM payments')).toEqual([]);
  });
});

test.each(['"\\ud800"', '{"data":{"tx_ref":"a\\u0000b","note":"\\udfff\\ud800"}}', 'null', '[]', '1'])(
  'a webhook of the card provider is kept whatever its text is: %s',
  async (body) => {
    const answer = await sendText('POST', '/api/payment/webhook/flutterwave', body, webhookSecret);
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
  },
);

test('a sum of ours that overflows is our mistake, not the shopper’s', async () => {
  await api.db.query(
    `CREATE FUNCTION post_ledger_overflow() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN PERFORM 2147483647 + NEW.quantity; RETURN NEW; END $$;
     CREATE TRIGGER overflow BEFORE INSERT ON cart_items FOR EACH ROW EXECUTE FUNCTION post_ledger_overflow()`,
  );
  const productId = await addTestProduct(api);
  const answer = await sendText('POST', '/api/cart/add', JSON.stringify({ productId, quantity: 1 }));
  await api.db.query('DROP TRIGGER overflow ON cart_items; DROP FUNCTION post_ledger_overflow()');
  expect([answer.status, answer.body.code]).toEqual([500, 'internal']);
});

test.each(['Approved\u0000', 'Approved \ud800'])(
  'words of the card provider are no mistake of the shopper: %j',
  async (reason) => {
    const transaction: TransactionWithLedgerAccount = {
      id: '4711',
      reference: 'gb-none',
      status: 'successful',
      amountKobo: 100,
      currency: 'NGN',
      account: api.deps.provider.accountCode,
      reason,
    };
    const failure = await settlePayment(api.db, 'gb-none', transaction, { windowHours: 48 }).catch(
      toDomainError,
    );
    expect(failure).toMatchObject({ code: 'internal', status: 500 });
  },
);

describe('an address that no page can have is not found', () => {
  /** Sends the path unchanged; a browser would normalise it. */
  const statusOf = (path: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      send({ host: '127.0.0.1', port, path }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on('error', reject)
        .end();
    });
  test.each([
    ...['//', '///', '//evil.example', '//[', '/product/%00', '/%00', '/product/a%00b?ref=x'],
    ...['http://evil.example/about', 'http://evil.example/'],
  ])('%s', async (path) => {
    expect(await statusOf(path)).toBe(404);
  });
  test.each(['/product/%FF', '/product/%ED%A0%80'])('%s leads elsewhere', async (path) => {
    expect(await statusOf(path)).toBe(301);
  });
});
