import { appendFile } from 'node:fs/promises';
import Fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFlutterwaveSimulator } from '../../sandbox/flutterwave/flutterwave-sandbox.ts';
import { paymentSandboxPlugin } from '../../sandbox/provider/sandbox.ts';
import {
  createSandboxCheckoutBody,
  createSandboxFolder,
  openSandboxCheckout,
  SANDBOX_TEST_API_KEY,
  SANDBOX_TEST_WEBHOOK_HASH,
  type StandaloneSandbox,
  startStandaloneSandbox,
} from '../support/sandbox-alone.ts';

const folder = await createSandboxFolder();
let sandbox: StandaloneSandbox;

beforeAll(async () => {
  sandbox = await startStandaloneSandbox(folder.file);
});
afterAll(async () => {
  await sandbox.stop();
  await folder.remove();
});
beforeEach(async () => {
  await sandbox.control('/sandbox/reset');
  sandbox.webhooks.length = 0;
  sandbox.answerWith(200);
});

const webhooksCome = (count: number) =>
  vi.waitFor(() => expect(sandbox.webhooks).toHaveLength(count), { timeout: 30_000, interval: 50 });

describe('the hosted page', () => {
  it('shows merchant, amount, reference and that no real money moves, without a script', async () => {
    const link = await openSandboxCheckout(sandbox, 'gb-show', 12_345_600);
    const answer = await fetch(link);
    const html = await answer.text();
    expect(answer.headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*frame-ancestors 'none'/,
    );
    for (const text of ['Ajora', '₦123,456', 'gb-show', 'no real money moves']) expect(html).toContain(text);
    for (const text of ['Pay now (success)', 'Decline', 'Cancel', 'Pay slowly (pending, then success)']) {
      expect(html).toContain(text);
    }
    expect(html).toContain('Pay, then close the tab (no redirect)');
    for (const text of ['Pay, webhook lost', 'Bank transfer pending 2 min', 'Session timeout'])
      expect(html).toContain(text);
    for (const text of ['Pay less', 'Pay more', 'Pay twice']) expect(html).toContain(text);
    expect(html).not.toMatch(/<script|style="/);
  });

  it('escapes what the shop sent', async () => {
    const request = { ...createSandboxCheckoutBody('gb-escape'), title: '<img src=x>' };
    const made = await sandbox.provider.createCheckout(request);
    const html = await (await fetch(made.ok ? made.link : '')).text();
    expect(html).not.toContain('<img src=x>');
    expect(html).toContain('&#60;img src=x&#62;');
  });

  it('sends the browser back with the flags of the provider', async () => {
    const link = await openSandboxCheckout(sandbox, 'gb-back');
    const paid = await sandbox.press(link, { outcome: 'success' });
    expect(paid.status).toBe(303);
    const url = new URL(paid.headers.get('location') ?? '');
    expect(url.origin + url.pathname).toBe('http://127.0.0.1:4000/api/payment/callback');
    expect(url.searchParams.get('status')).toBe('successful');
    expect(url.searchParams.get('tx_ref')).toBe('gb-back');
    expect(url.searchParams.get('transaction_id')).toMatch(/^\d+$/);
  });

  it('names no transaction when the shopper cancels, and may be opened again', async () => {
    const link = await openSandboxCheckout(sandbox, 'gb-cancel');
    const left = await sandbox.press(link, { outcome: 'cancel' });
    expect(left.headers.get('location')).toMatch(/status=cancelled&tx_ref=gb-cancel$/);
    expect(await sandbox.provider.verify('gb-cancel')).toEqual({ ok: true, transaction: null });
    const paid = await sandbox.press(link, { outcome: 'success' });
    expect(paid.headers.get('location')).toContain('status=successful');
  });

  it('makes one payment of two presses at once', async () => {
    const link = await openSandboxCheckout(sandbox, 'gb-double');
    await Promise.all([1, 2, 3].map(() => sandbox.press(link, { outcome: 'success' })));
    const { body } = await sandbox.control('/sandbox/transactions');
    expect(body.transactions).toHaveLength(1);
  });

  it('takes the published test cards and no other', async () => {
    const link = await openSandboxCheckout(sandbox, 'gb-card');
    const real = await sandbox.press(link, { outcome: 'card', card_number: '4111 1111 1111 1111' });
    expect(real.status).toBe(400);
    const declined = await sandbox.press(link, { outcome: 'card', card_number: '4084 0840 8408 4081' });
    expect(await declined.text()).toContain('Declined by the bank. You can try again (4 left).');
    expect(await sandbox.provider.verify('gb-card')).toMatchObject({
      ok: true,
      transaction: { status: 'failed', reason: 'Declined by the bank' },
    });
    const paid = await sandbox.press(link, { outcome: 'card', card_number: '5531 8866 5214 2950' });
    expect(paid.headers.get('location')).toContain('status=successful');
    expect(await sandbox.provider.verify('gb-card')).toMatchObject({ transaction: { status: 'successful' } });
  });

  it('sends the shopper back as failed after the fifth decline', async () => {
    const link = await openSandboxCheckout(sandbox, 'gb-five');
    for (let tries = 0; tries < 4; tries += 1) {
      expect((await sandbox.press(link, { outcome: 'decline' })).status).toBe(200);
    }
    const last = await sandbox.press(link, { outcome: 'decline' });
    expect(last.headers.get('location')).toContain('status=failed');
  });

  it('times out 30 minutes later on the shop clock', async () => {
    const link = await openSandboxCheckout(sandbox, 'gb-late');
    sandbox.advance(30 * 60_000);
    expect(await (await fetch(link)).text()).toContain(
      'This payment session has timed out. Nothing was charged.',
    );
    const tried = await sandbox.press(link, { outcome: 'success' });
    expect(tried.status).toBe(200);
    expect(await sandbox.provider.verify('gb-late')).toEqual({ ok: true, transaction: null });
  });

  it('does not know a made-up link', async () => {
    expect((await fetch(`${sandbox.url}/v3/hosted/pay/nothing`)).status).toBe(404);
    expect((await sandbox.press(`${sandbox.url}/v3/hosted/pay/nothing`, { outcome: 'success' })).status).toBe(
      404,
    );
  });
});

describe('what a payment becomes', () => {
  it.each([
    ['pay_less', [75_000]],
    ['pay_more', [200_000]],
    ['pay_twice', [150_000, 150_000]],
    ['close_tab', [150_000]],
  ])('%s is a success of that amount', async (outcome, amounts) => {
    const link = await openSandboxCheckout(sandbox, `gb-${outcome}`);
    await sandbox.press(link, { outcome });
    const listed = await sandbox.provider.list({
      fromDay: '2000-01-01',
      toDay: '2999-01-01',
      page: 1,
      reference: `gb-${outcome}`,
    });
    expect(listed.ok && listed.rows.map((one) => one.amountKobo)).toEqual(amounts);
  });

  it.each([1, 60])('is pending first when it is slow, and successful after its %i s', async (seconds) => {
    const link = await openSandboxCheckout(sandbox, 'gb-slow');
    await sandbox.press(link, { outcome: 'slow', seconds: String(seconds) });
    expect(await sandbox.provider.verify('gb-slow')).toMatchObject({ transaction: { status: 'pending' } });
    expect(sandbox.webhooks).toHaveLength(0);
    sandbox.advance(seconds * 1_000);
    await webhooksCome(1);
    expect(await sandbox.provider.verify('gb-slow')).toMatchObject({ transaction: { status: 'successful' } });
  });

  it('follows the scenario once, then the button again', async () => {
    await sandbox.control('/sandbox/scenario', { next: 'pay_less' });
    await sandbox.press(await openSandboxCheckout(sandbox, 'gb-next'), { outcome: 'success' });
    await sandbox.press(await openSandboxCheckout(sandbox, 'gb-after'), { outcome: 'success' });
    expect(await sandbox.provider.verify('gb-next')).toMatchObject({ transaction: { amountKobo: 75_000 } });
    expect(await sandbox.provider.verify('gb-after')).toMatchObject({ transaction: { amountKobo: 150_000 } });
  });

  it('can be refunded up to what was paid', async () => {
    await sandbox.press(await openSandboxCheckout(sandbox, 'gb-refund'), { outcome: 'success' });
    const found = await sandbox.provider.verify('gb-refund');
    const transactionId = (found.ok && found.transaction?.id) || '';
    const part = { transactionId, amountKobo: 100_000, comment: 'one item' };
    expect(await sandbox.provider.refund(part)).toMatchObject({
      ok: true,
      status: 'completed',
      amountKobo: 100_000,
    });
    expect(await sandbox.provider.refund(part)).toMatchObject({ ok: false, kind: 'refused' });
  });

  it('can be disputed, and a dispute that we won is over', async () => {
    await sandbox.press(await openSandboxCheckout(sandbox, 'gb-dispute'), { outcome: 'success' });
    const found = await sandbox.provider.verify('gb-dispute');
    const transactionId = Number(found.ok && found.transaction?.id);
    const { body } = await sandbox.control('/sandbox/chargeback', { transactionId, status: 'accepted' });
    const end = (status: string) =>
      sandbox.control('/sandbox/chargeback', { id: body.chargeback?.id, status });
    for (const status of ['won', 'won'])
      expect(await end(status)).toMatchObject({ status: 200, body: { chargeback: { status } } });
    expect(await end('lost')).toMatchObject({
      status: 400,
      body: { message: 'This chargeback has ended: won' },
    });
  });
});

describe('webhooks', () => {
  it.each(['v3', 'flat'] as const)(
    'come signed in the %s shape and are read as the same fact',
    async (shape) => {
      await sandbox.control('/sandbox/scenario', { webhook: { shape } });
      await sandbox.press(await openSandboxCheckout(sandbox, 'gb-hook'), { outcome: 'success' });
      await webhooksCome(1);
      const [received] = sandbox.webhooks;
      const readWith = (hash?: string) =>
        sandbox.provider.parseWebhook({ headers: { 'verif-hash': hash }, body: received?.body, text: '' });
      const read = readWith(received?.hash);
      const found = await sandbox.provider.verify('gb-hook');
      const id = found.ok ? found.transaction?.id : 0;
      expect(read).toEqual({
        ok: true,
        event: {
          dedupeKey: `charge:${id}:successful`,
          transactionId: id,
          reference: 'gb-hook',
          status: 'successful',
        },
      });
      expect(readWith('wrong')).toEqual({
        ok: false,
        kind: 'forged',
      });
      expect(readWith(undefined)).toEqual({
        ok: false,
        kind: 'forged',
      });
    },
  );

  it('are tried four times in all while the answer is not 200', async () => {
    sandbox.answerWith(500);
    await sandbox.press(await openSandboxCheckout(sandbox, 'gb-retry'), { outcome: 'success' });
    await webhooksCome(4);
    const { body } = await sandbox.control('/sandbox/transactions');
    const deliveries = async () => (await sandbox.control('/sandbox/transactions')).body.deliveries;
    await expect.poll(deliveries).toMatchObject([{ state: 'given_up', tries: 4, lastAnswer: 500 }]);
    expect(body.deliveries).toHaveLength(1);
  });

  it('can be copied, dropped, signed wrongly, out of order and sent again on request', async () => {
    await sandbox.control('/sandbox/scenario', { webhook: { copies: 3, wrongHash: true } });
    await sandbox.press(await openSandboxCheckout(sandbox, 'gb-copies'), { outcome: 'success' });
    await webhooksCome(3);
    expect(sandbox.webhooks.map((one) => one.hash)).not.toContain(SANDBOX_TEST_WEBHOOK_HASH);

    await sandbox.control('/sandbox/scenario', { webhook: { outOfOrder: true } });
    await sandbox.press(await openSandboxCheckout(sandbox, 'gb-order'), { outcome: 'success' });
    await webhooksCome(5);
    const statuses = sandbox.webhooks.slice(3).map((one) => (one.body.data as { status: string }).status);
    expect(statuses).toEqual(['successful', 'pending']);

    await sandbox.control('/sandbox/scenario', { webhook: { drop: true } });
    await sandbox.press(await openSandboxCheckout(sandbox, 'gb-drop'), { outcome: 'success' });
    const found = await sandbox.provider.verify('gb-drop');
    const id = found.ok ? found.transaction?.id : 0;
    await fetch(`${sandbox.url}/v3/transactions/${id}/resend-hook`, {
      method: 'POST',
      headers: { authorization: `Bearer ${SANDBOX_TEST_API_KEY}` },
    });
    await webhooksCome(6);
  });
});

describe('the API', () => {
  it('tells of a transaction what was paid for', async () => {
    const request = { ...createSandboxCheckoutBody('gb-narrated'), title: 'Rice for two' };
    const made = await sandbox.provider.createCheckout(request);
    await sandbox.press(made.ok ? made.link : '', { outcome: 'success' });
    const answer = await fetch(`${sandbox.url}/v3/transactions/verify_by_reference?tx_ref=gb-narrated`, {
      headers: { authorization: `Bearer ${SANDBOX_TEST_API_KEY}` },
    });
    const { data } = (await answer.json()) as { data: Record<string, unknown> };
    expect(data).toMatchObject({ tx_ref: 'gb-narrated', narration: 'Rice for two', status: 'successful' });
  });

  it('asks for the key', async () => {
    const answer = await fetch(`${sandbox.url}/v3/transactions/1/verify`);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({ status: 'error', message: 'Authorization required', data: null });
  });

  it('refuses a checkout of nothing, and the client says so', async () => {
    const result = await sandbox.provider.createCheckout(createSandboxCheckoutBody('gb-zero', 0));
    expect(result).toEqual({ ok: false, kind: 'refused', reason: 'amount is required' });
  });

  it.each(['503', '429', 'timeout', 'malformed'])(
    '%s is an unknown outcome to the client, once',
    async (fail) => {
      const link = await openSandboxCheckout(sandbox, 'gb-fault');
      await sandbox.press(link, { outcome: 'success' });
      await sandbox.control('/sandbox/scenario', { api: { fail, times: 1 } });
      const asked = fail === 'timeout' ? sandbox.hastyProvider : sandbox.provider;
      expect(await asked.verify('gb-fault')).toMatchObject({ ok: false, kind: 'unknown' });
      // A caller that stops waiting does not know when the fault is over, so the test asks the sandbox.
      const faultLeft = async () => (await sandbox.control('/sandbox/transactions')).body.scenario.api;
      await expect.poll(faultLeft).toBeNull();
      expect(await sandbox.provider.verify('gb-fault')).toMatchObject({
        ok: true,
        transaction: { status: 'successful' },
      });
    },
  );

  it('never puts the key into a reason', async () => {
    await sandbox.control('/sandbox/scenario', { api: { fail: '503', times: 1 } });
    const result = await sandbox.provider.createCheckout(createSandboxCheckoutBody('gb-key'));
    expect(JSON.stringify(result)).not.toContain(SANDBOX_TEST_API_KEY);
  });

  it('lists page by page, newest first', async () => {
    for (let made = 0; made < 21; made += 1) {
      await sandbox.press(await openSandboxCheckout(sandbox, `gb-list-${made}`), { outcome: 'success' });
    }
    const range = { fromDay: '2000-01-01', toDay: '2999-01-01' };
    const first = await sandbox.provider.list({ ...range, page: 1 });
    const second = await sandbox.provider.list({ ...range, page: 2 });
    expect(first).toMatchObject({ ok: true, totalPages: 2 });
    expect(first.ok && first.rows.map((one) => one.reference).at(0)).toBe('gb-list-20');
    expect(second.ok && second.rows.map((one) => one.reference)).toEqual(['gb-list-0']);
  });
});

describe('control', () => {
  it('is closed to a forwarded caller and refuses nonsense', async () => {
    const answer = await fetch(`${sandbox.url}/sandbox/transactions`, {
      headers: { 'x-forwarded-for': '127.0.0.1' },
    });
    expect(answer.status).toBe(404);
    expect((await sandbox.control('/sandbox/scenario', { next: 'riot' })).status).toBe(400);
  });
});

describe('memory', () => {
  it('survives an end of the server, a torn last line, and sends what was due', async () => {
    sandbox.answerWith(500);
    const link = await openSandboxCheckout(sandbox, 'gb-memory');
    await sandbox.press(link, { outcome: 'success' });
    await webhooksCome(1);
    await sandbox.stop();
    await appendFile(folder.file, '{"kind":"transaction","val');
    sandbox = await startStandaloneSandbox(folder.file);
    await webhooksCome(1);
    expect(await sandbox.provider.verify('gb-memory')).toMatchObject({
      transaction: { status: 'successful' },
    });
    await openSandboxCheckout(sandbox, 'gb-after-tear');
    const { body } = await sandbox.control('/sandbox/transactions');
    expect(body.sessions.map((one) => one.txRef)).toEqual(['gb-memory', 'gb-after-tear']);
  });

  it('is shared by two servers on one file', async () => {
    const other = await startStandaloneSandbox(folder.file);
    const link = await openSandboxCheckout(sandbox, 'gb-shared');
    await other.press(link.replace(sandbox.url, other.url), { outcome: 'success' });
    expect(await sandbox.provider.verify('gb-shared')).toMatchObject({
      transaction: { status: 'successful' },
    });
    await other.stop();
  });

  it('refuses to start with a key that is not a test key', async () => {
    const app = Fastify();
    app.register(async (scope) =>
      scope.register(paymentSandboxPlugin, {
        dataFile: folder.file,
        simulator: createFlutterwaveSimulator({
          secretKey: 'FLWSECK-live',
          secretHash: SANDBOX_TEST_WEBHOOK_HASH,
        }),
        pageOrigin: () => '',
        webhookUrl: () => '',
        now: () => 0,
        speed: 1,
        hasControls: true,
      }),
    );
    await expect(app.ready()).rejects.toThrow(/only starts with a test key/);
    await app.close();
  });
});
