import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TEXTS } from '../fuzz/hostile-values.ts';
import {
  createSandboxFolder,
  openSandboxCheckout,
  SANDBOX_TEST_API_KEY,
  type StandaloneSandbox,
  startStandaloneSandbox,
} from '../support/sandbox-alone.ts';

/** The sandbox's messages: to the shop in the provider's words, and to the shopper on the card page. */

const folder = await createSandboxFolder();
let sandbox: StandaloneSandbox;

beforeAll(async () => {
  sandbox = await startStandaloneSandbox(folder.file);
});
afterAll(async () => {
  await sandbox.stop();
  await folder.remove();
});
beforeEach(() => sandbox.control('/sandbox/reset'));

const checkout = {
  tx_ref: 'gb-words',
  amount: 1_500,
  currency: 'NGN',
  redirect_url: 'http://127.0.0.1:4000/api/payment/callback',
  customer: { email: 'amaka@example.com' },
};

async function call(
  path: string,
  body?: unknown,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(sandbox.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${SANDBOX_TEST_API_KEY}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function paid(reference: string, outcome = 'success'): Promise<string> {
  await sandbox.press(await openSandboxCheckout(sandbox, reference), { outcome });
  const found = await sandbox.provider.verify(reference);
  return (found.ok && found.transaction?.id) || '';
}

const textOf = async (answer: Response | Promise<Response>) => (await answer).text();

describe('to the shop', () => {
  test.each([
    ['{', 'Invalid request'],
    ['"a text"', 'Invalid request'],
    [{ ...checkout, tx_ref: '' }, 'tx_ref is required'],
    [{ ...checkout, amount: -1 }, 'amount is required'],
    [{ ...checkout, currency: 'USD' }, 'currency is not supported'],
    [{ ...checkout, redirect_url: '/cart' }, 'redirect_url must be a valid URL'],
    [{ ...checkout, redirect_url: 'http://' }, 'redirect_url must be a valid URL'],
    [{ ...checkout, redirect_url: 'ftp://shop.example/cart' }, 'redirect_url must be a valid URL'],
    [{ ...checkout, customer: { email: 'amaka' } }, 'customer.email is required'],
  ])('of a checkout %j: %s', async (body, message) => {
    const refused = await call('/v3/payments', body);
    expect(refused).toEqual({ status: 400, body: { status: 'error', message, data: null } });
  });

  test('of a payment from its page to its refund', async () => {
    expect((await call('/v3/payments', checkout)).body).toMatchObject({ message: 'Hosted Link' });
    const id = await paid('gb-told');
    const verified = await call(`/v3/transactions/${id}/verify`);
    expect(verified.body).toMatchObject({
      message: 'Transaction fetched successfully',
      data: { processor_response: 'Approved', card: { issuer: 'MASTERCARD CREDIT' } },
    });
    expect((await call('/v3/transactions')).body).toMatchObject({ message: 'Transactions fetched' });
    expect((await call(`/v3/transactions/${id}/resend-hook`, {})).body).toMatchObject({
      message: 'Webhook sent',
    });
    expect((await call(`/v3/transactions/${id}/refund`, { amount: 1_501 })).body).toMatchObject({
      message: 'The refund amount is more than what is left',
    });
    expect((await call(`/v3/transactions/${id}/refund`, { amount: 1_500 })).body).toMatchObject({
      message: 'Transaction refund initiated',
    });
  });

  test('of a payment that failed, waits or never was', async () => {
    const failed = await paid('gb-failed', 'decline');
    expect((await call(`/v3/transactions/${failed}/refund`, {})).body).toMatchObject({
      message: 'This transaction cannot be refunded',
    });
    const slow = await paid('gb-slow', 'slow');
    const answered = async () => (await call(`/v3/transactions/${slow}/verify`)).body;
    expect(await answered()).toMatchObject({ data: { status: 'pending', processor_response: 'Pending' } });
    sandbox.advance(10_000);
    // Readers that come while the result is being written get it too.
    for (const look of await Promise.all(Array.from({ length: 8 }, answered)))
      expect(look).toMatchObject({ data: { status: 'successful', processor_response: 'Approved' } });
    const unknown = { status: 400, body: { message: 'No transaction was found for this id' } };
    expect(await call('/v3/transactions/1/verify')).toMatchObject(unknown);
    expect(await call('/v3/transactions/1/refund', {})).toMatchObject(unknown);
    expect(await call('/v3/transactions/1/resend-hook', {})).toMatchObject(unknown);
  });

  test.each([
    ['503', 503, 'An error occurred. Please contact support'],
    ['429', 429, 'Too many requests'],
  ])('of a fault %s', async (fail, status, message) => {
    await sandbox.control('/sandbox/scenario', { api: { fail, times: 1 } });
    expect(await call('/v3/transactions')).toMatchObject({ status, body: { message } });
  });

  test('of a broken gateway, and to a stranger nothing', async () => {
    await sandbox.control('/sandbox/scenario', { api: { fail: 'malformed', times: 1 } });
    const headers = { authorization: `Bearer ${SANDBOX_TEST_API_KEY}` };
    expect(await textOf(fetch(`${sandbox.url}/v3/transactions`, { headers }))).toContain('Bad Gateway');
    const stranger = await fetch(`${sandbox.url}/sandbox/transactions`, {
      headers: { 'x-forwarded-for': '10.0.0.1' },
    });
    expect(await stranger.json()).toEqual({ success: false, message: 'Not found' });
  });
});

describe('on the card page', () => {
  test('what is paid, and of which cards', async () => {
    const html = await textOf(fetch(await openSandboxCheckout(sandbox, 'gb-page')));
    expect(html).toContain('<title>Pay ₦1,500</title>');
    for (const words of [
      '<h1>Pay Ajora</h1>',
      '<dt>Reference</dt><dd class="reference">gb-page</dd>',
      '<dt>For</dt><dd>Order of 2 items</dd>',
      '<dt>Paid by</dt><dd>amaka@example.com</dd>',
      '5531 8866 5214 2950 is paid, 4084 0840 8408 4081 is declined. Never type a real card here.',
      'Seconds until it is paid',
    ]) {
      expect(html).toContain(words);
    }
    expect(html).not.toContain('Leave without paying');
  });

  test('why it does not pay', async () => {
    const link = await openSandboxCheckout(sandbox, 'gb-refused');
    const press = (form: Record<string, string>) => textOf(sandbox.press(link, form));
    expect(await press({ outcome: 'card', card_number: '4111 1111 1111 1111' })).toContain(
      'This is not a test card. Use 5531 8866 5214 2950. Never type a real card here.',
    );
    expect(await press({ outcome: 'steal' })).toContain('Please choose one of the buttons.');
    const declined = await press({ outcome: 'decline' });
    expect(declined).toContain('Declined by the bank. You can try again (4 left).');
    expect(declined).toContain('Leave without paying (failed)');
    expect(await press({ outcome: 'card', card_number: '5258585922666506' })).toContain(
      'Insufficient funds. You can try again (3 left).',
    );
  });

  test('that it is paid, or unknown', async () => {
    const link = await openSandboxCheckout(sandbox, 'gb-tab');
    expect(await textOf(sandbox.press(link, { outcome: 'close_tab' }))).toContain(
      'Payment received. You can close this tab now.',
    );
    const again = await textOf(fetch(link));
    expect(again).toContain('This payment has been made.');
    expect(again).toContain('>Return to the shop</a>');
    const missing = await textOf(fetch(`${sandbox.url}/v3/hosted/pay/nothing`));
    expect(missing).toContain('<title>Payment not found</title>');
    expect(missing).toContain('This payment link does not exist.');
  });
});

test.each(TEXTS.map((text) => [JSON.stringify(text).slice(0, 60), text]))(
  'it answers %s in any field with words of its own',
  async (_, text) => {
    const bodies: [path: string, body: object][] = [
      ...Object.keys(checkout).map((field): [string, object] => [
        '/v3/payments',
        { ...checkout, [field]: text },
      ]),
      ['/v3/payments', { ...checkout, meta: { text }, customizations: { title: text } }],
      ['/sandbox/scenario', { next: text, webhook: { shape: text } }],
      ['/sandbox/scenario', { api: { fail: text, times: text } }],
      ['/sandbox/refund', { transactionId: text, amount: text, status: text }],
      ['/sandbox/chargeback', { id: text, status: text }],
      ['/v3/transactions/1/refund', { amount: text, comments: text }],
    ];
    for (const [path, body] of bodies) {
      const { status } = await call(path, body);
      expect([path, body, status < 500]).toEqual([path, body, true]);
    }
  },
);
