import { expect, test } from 'vitest';
import { payAtSandboxCardPage, submitCardPage } from '../support/card-page.ts';
import { findInvariantBreaches, findProductId } from '../support/shop-facts.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';
import { callShopApi, TestShopper } from '../support/shopper.ts';
import { wordpay } from './wordpay.ts';
import {
  koboFromMills,
  millsFromKobo,
  numberOf,
  readPayment,
  STATUSES,
  sign,
  wordsOf,
} from './wordpay-wire.ts';

const here = registerShopForFile();

async function begin(): Promise<{ reference: string; link: string }> {
  const shopper = await TestShopper.signUp(here.shop.url);
  await shopper.add(await findProductId(here.shop, 'semovita-10kg'));
  const begun = await shopper.pay({ method: 'flutterwave_only' });
  return { reference: begun.body.reference, link: begun.body.authorization_url ?? '' };
}

test('a shopper pays, and what the provider took stands on its own account under a word', async () => {
  const { reference, link } = await begin();
  const end = await payAtSandboxCardPage(link);
  expect(end.search).toBe(`?returned=true&success=true&reference=${reference}`);
  const [row] = await here.database.query<{ tx_id: string; account: string }>(
    'SELECT tx_id, account FROM provider_transactions WHERE reference = $1',
    [reference],
  );
  expect(row).toEqual({ tx_id: expect.stringMatching(/^[a-z]+(-[a-z]+)+$/), account: 'provider:wordpay' });
  await expect
    .poll(() =>
      here.database.query('SELECT provider, result FROM provider_events WHERE reference = $1', [reference]),
    )
    .toEqual([{ provider: 'wordpay', result: 'ordered' }]);
  expect(
    await here.database.query(
      `SELECT count(*)::int AS entries FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
       WHERE a.code = 'provider:flutterwave'`,
    ),
  ).toEqual([{ entries: 0 }]);
  expect(await findInvariantBreaches(here.shop)).toEqual([]);
});

test.each([
  ['cancel', 'cancelled=true'],
  ['decline', 'failed=true'],
] as const)('a shopper who comes back after %s is told so', async (outcome, flag) => {
  const { link } = await begin();
  let callback: string | null = null;
  for (let press = 0; press < 5 && !callback; press += 1) callback = await submitCardPage(link, outcome);
  const answer = await fetch(callback ?? '', { redirect: 'manual' });
  expect(answer.headers.get('location')).toContain(flag);
});

test('a notice counts only with the signature of its very text', async () => {
  const body = {
    about: 'a payment',
    payment: { words: 'ant', order: 'x', mills: '10', money: 'NGN', state: 'banked' },
  };
  const text = JSON.stringify(body);
  const send = (signature: string) =>
    callShopApi(here.shop.url, 'POST', '/api/payment/webhook/wordpay', {
      body,
      key: null,
      headers: { 'x-wordpay-signature': signature },
    });
  expect((await send(sign(`${text} `, 'wordkey-signing'))).status).toBe(401);
  expect((await send(sign(text, 'wordkey-signing'))).status).toBe(200);
});

test('the address of the other provider does not exist', async () => {
  const answer = await callShopApi(here.shop.url, 'POST', '/api/payment/webhook/flutterwave', {
    body: {},
    key: null,
  });
  expect(answer.status).toBe(404);
});

test('the content security policy names its card page', async () => {
  const open = (hasSandbox: boolean) =>
    wordpay.open({ baseUrl: 'https://wordpay.example', apiKey: 'k', signingKey: 's' }, { hasSandbox });
  expect(open(false).cardPages).toEqual(['https://wordpay.example']);
  const page = await fetch(`${here.shop.url}/`);
  expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${here.shop.url}`);
});

test('amounts, ids and statuses go there and back', () => {
  expect([millsFromKobo(150_050), koboFromMills('1500500')]).toEqual(['1500500', 150_050]);
  expect([wordsOf(4_711), numberOf('elk-hen-bee-bee')]).toEqual(['elk-hen-bee-bee', 4_711]);
  expect(numberOf('horse')).toBeNaN();
  const paid = { words: 'ant', order: 'gb-1', mills: '1000', money: 'NGN', state: STATUSES.pending };
  expect(readPayment(paid)).toMatchObject({ id: 'ant', status: 'pending', amountKobo: 100 });
  expect(readPayment({ ...paid, mills: '1005' })).toBeNull();
});
