import { beforeAll, expect, test } from 'vitest';
import type { OpsActionProposalsReply } from '#contract/schemas/ops/approvals.ts';
import { expectInvariants } from '../money/support/expect-invariants.ts';
import { payAtSandboxCardPage } from '../support/card-page.ts';
import { type SignedInTestOperator, signInTestOperator } from '../support/console.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { expectStartedCardPayment, openPaymentTestShop } from '../support/payment-shop.ts';

/** The card provider is slow: the console answers nevertheless, and tells the result when it is asked again. */

const shop = openFixtureForFile(openPaymentTestShop);
let femi: SignedInTestOperator;
let ngozi: SignedInTestOperator;

beforeAll(async () => {
  femi = await signInTestOperator(shop, 'femi', 'finance');
  ngozi = await signInTestOperator(shop, 'ngozi', 'finance');
});

interface Acted {
  data: { message?: string; seen?: string } | { status: string; amount: number }[];
  proposal?: { id: number };
  underWay?: true;
  message?: string;
}
let keys = 0;
const newKey = () => `slow-${++keys}`;
const post = (person: SignedInTestOperator, path: string, key: string, body: object = {}) =>
  person.call<Acted>('POST', `/api/ops/${path}`, body, { 'idempotency-key': key });
const listed = async (person: SignedInTestOperator, id: number | undefined) =>
  (await person.call<OpsActionProposalsReply>('GET', '/api/ops/approvals')).body.data.find(
    (one) => one.id === id,
  );

async function paidByCard(priceNaira: number): Promise<string> {
  const buyer = await shop.buyer({ priceNaira });
  const { authorization_url: link, reference } = expectStartedCardPayment(
    await buyer.pay({ method: 'flutterwave_only' }),
  );
  await payAtSandboxCardPage(link);
  return reference;
}
/** Repeats the call until the act has ended, as the screen does. */
async function ended(ask: () => Promise<{ body: Acted; status: number }>) {
  await expect.poll(async () => (await ask()).body.underWay).toBeUndefined();
}
const refunds = (reference: string) =>
  shop.db.query<{ status: string }>(
    `SELECT r.status FROM card_refunds r JOIN provider_transactions t ON t.tx_id = r.tx_id WHERE t.reference = $1`,
    [reference],
  );

test('who agrees while the provider is silent reads that it is under way, and then how it ended; the money goes once', async () => {
  const reference = await paidByCard(60_000);
  const asked = await post(femi, `payments/${reference}/refund`, newKey(), { line: 1, reason: 'never came' });
  const id = asked.body.proposal?.id;
  const letGo = shop.holdAnswers();
  const agree = `approvals/${id}/agree`;
  const key = newKey();
  const underWay = { status: 202, body: { data: {}, underWay: true } };
  expect(await post(ngozi, agree, key)).toMatchObject(underWay);
  expect(await post(ngozi, agree, key), 'asked again it is the same act').toMatchObject(underWay);
  expect(await listed(femi, id)).toMatchObject({ status: 'open', decidedBy: 'ngozi', saysNow: null });
  letGo();
  await ended(() => post(ngozi, agree, key));
  const told = { id, status: 'done', decidedBy: 'ngozi' };
  expect(await listed(ngozi, id)).toMatchObject(told);
  expect(await listed(femi, id)).toMatchObject(told);
  expect(await refunds(reference)).toEqual([{ status: 'done' }]);
  await expectInvariants(shop.db);
});

test('a refund whose answer was lost stays under way, once, however often it is asked about', async () => {
  const reference = await paidByCard(5_000);
  const path = `payments/${reference}/refund`;
  const key = newKey();
  const body = { line: 1, reason: 'torn' };
  const letGo = shop.holdAnswers();
  expect((await post(femi, path, key, body)).body.underWay).toBe(true);
  await shop.scenario({ api: { fail: '503', times: 1 } });
  letGo();
  await ended(() => post(femi, path, key, body));
  expect(await refunds(reference), 'nobody knows what a 503 did: the list shows it').toEqual([
    { status: 'sent' },
  ]);
  const life = await femi.call<{ data: { events: { what: string; details: string }[] } }>(
    'GET',
    `/api/ops/payments/${reference}`,
  );
  expect(life.body.data.events.map(({ what, details }) => `${what}: ${details}`)).toContain(
    'Refund to the card: ₦5,000.00, on its way: the provider has not confirmed it yet',
  );
});

test('the question to a silent provider is under way too and ends in its answer, which another act under its key does not get', async () => {
  const [one, other] = [await paidByCard(5_000), await paidByCard(5_000)];
  const letGo = shop.holdAnswers();
  const key = newKey();
  const verify = (reference: string) => post(femi, `payments/${reference}/verify`, key);
  expect(await verify(one)).toMatchObject({ status: 202, body: { underWay: true } });
  letGo();
  await expect.poll(async () => (await verify(one)).body).toMatchObject({ data: { seen: 'successful' } });
  expect((await verify(other)).body.message).toMatch(/was already used for another action/);
});
