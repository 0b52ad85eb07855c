import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { reviewErrorMessages } from '#contract/rules/text/review-text.ts';
import type { ProductReply } from '#contract/schemas/product.ts';
import type { OwnReviewReply, OwnReviewsReply, ProductReviewsReply } from '#contract/schemas/review.ts';
import { startTestApi } from '../support/api.ts';
import { addTestPickupCentre, addTestProduct } from '../support/api-catalogue.ts';
import { payFromWalletThroughApi } from '../support/api-checkout.ts';
import { type SignedUpApiShopper, signUpShopper } from '../support/api-shopper.ts';
import { readNotificationsOf } from '../support/api-stories.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { adjustTestWallet } from '../support/give-money.ts';
import { runOpsCommandInTest } from '../support/ops.ts';

const api = openFixtureForFile(async () => {
  const opened = await startTestApi();
  await addTestPickupCentre(opened);
  return opened;
});

interface Reviewer extends SignedUpApiShopper {
  trackingNumber: string;
}

/** Signs up a shopper who has bought the product alone. */
async function buyer(productId: string, name = 'Ada Obi'): Promise<Reviewer> {
  const shopper = await signUpShopper(api, { name });
  await adjustTestWallet(api, shopper.id, 1_500);
  await payFromWalletThroughApi(api, shopper, productId, 1, { variant: 'solo' });
  const [order] = await api.db.query<{ trackingNumber: string }>(
    'SELECT tracking_no AS "trackingNumber" FROM orders WHERE user_id = $1',
    [shopper.id],
  );
  return { ...shopper, trackingNumber: order?.trackingNumber ?? '' };
}

async function collector(productId: string, name?: string): Promise<Reviewer> {
  const shopper = await buyer(productId, name);
  await api.db.query('UPDATE order_items SET collected_at = app_now() WHERE user_id = $1', [shopper.id]);
  return shopper;
}

const save = (
  { token, trackingNumber }: Reviewer,
  body: object,
  { of = trackingNumber, line = 1, key = randomUUID() } = {},
) =>
  api.call<OwnReviewReply & { code: string; message: string }>({
    method: 'POST',
    url: `/api/reviews/${of}/${line}`,
    body,
    token,
    headers: { 'idempotency-key': key },
  });
const withdraw = ({ token, trackingNumber }: Reviewer, of = trackingNumber) =>
  api.call<OwnReviewReply>({ method: 'DELETE', url: `/api/reviews/${of}/1`, token });
const read = async (productId: string, query = '') =>
  (await api.call<ProductReviewsReply>({ method: 'GET', url: `/api/reviews/product/${productId}${query}` }))
    .body;
const own = async ({ token }: Reviewer, productId: string) =>
  (await api.call<OwnReviewsReply>({ method: 'GET', url: `/api/reviews/mine/${productId}`, token })).body
    .data;
const starsOf = async (slug: string) => {
  const { body } = await api.call<ProductReply>({ method: 'GET', url: `/api/products/slug/${slug}` });
  const { rating, reviewCount, isRatingImported } = body.data;
  return { rating, reviewCount, ...(isRatingImported && { isRatingImported }) };
};
const because = ['--reason', 'asked by phone'];

test('only who collected a line reviews it, once, under a short name', async () => {
  const productId = await addTestProduct(api);
  const ada = await buyer(productId);
  const early = await save(ada, { stars: 5, text: '' });
  expect([early.status, early.body.message]).toEqual([400, reviewErrorMessages.notCollected]);
  expect(await own(ada, productId)).toEqual([]);
  await api.db.query('UPDATE order_items SET collected_at = app_now() WHERE user_id = $1', [ada.id]);
  expect(await own(ada, productId)).toMatchObject([
    { trackingNumber: ada.trackingNumber, lineNumber: '1', review: null },
  ]);
  const review = { stars: 4, text: ' Clean rice.\r\nNo stones. ' };
  const key = randomUUID();
  const written = await save(ada, review, { key });
  expect(written.body.data.review).toEqual({ stars: 4, text: 'Clean rice.\nNo stones.', isHidden: false });
  expect((await save(ada, review, { key })).body).toEqual(written.body);
  expect((await save(ada, review, { of: ada.trackingNumber.toLowerCase() })).status).toBe(200);
  expect(await read(productId)).toEqual({
    success: true,
    data: [
      {
        id: expect.any(Number),
        ...{ stars: 4, text: 'Clean rice.\nNo stones.', writer: 'Ada O.' },
        ...{ writtenAt: expect.any(String), changedAt: null, answer: null },
      },
    ],
    hasMore: false,
  });
});

test("nobody reviews, changes or withdraws for another's line, whoever knows its number", async () => {
  const productId = await addTestProduct(api);
  const [ada, bola] = [await collector(productId), await collector(productId, 'Bola')];
  await save(ada, { stars: 5, text: 'Mine.' });
  expect((await save(bola, { stars: 1, text: 'Yours.' }, { of: ada.trackingNumber })).status).toBe(404);
  expect((await withdraw(bola, ada.trackingNumber)).status).toBe(404);
  expect((await save(ada, { stars: 1, text: '' }, { line: 2 })).status).toBe(404);
  expect((await read(productId)).data).toMatchObject([{ stars: 5, text: 'Mine.' }]);
});

test('what is no review is refused in words, and nothing changes', async () => {
  const productId = await addTestProduct(api);
  const ada = await collector(productId);
  const refusals: [object, string | RegExp][] = [
    [{ stars: 0, text: '' }, /^stars: /],
    [{ stars: 6, text: '' }, /^stars: /],
    [{ stars: 4.5, text: '' }, /^stars: /],
    [{ stars: 5, text: 'a'.repeat(501) }, /at most 500 characters/],
    [{ stars: 5, text: 'Call 0803 123 4567' }, reviewErrorMessages.noContacts],
    [{ stars: 5, text: '<b>good</b>' }, reviewErrorMessages.noMarkup],
  ];
  for (const [body, message] of refusals) {
    const { status, body: reply } = await save(ada, body);
    expect([status, reply.message]).toEqual([
      400,
      typeof message === 'string' ? message : expect.stringMatching(message),
    ]);
  }
  expect((await save(ada, { stars: 1, text: 'é'.repeat(500) })).status).toBe(200);
  expect((await read(productId)).data).toMatchObject([{ stars: 1 }]);
});

test('the rating is the average of the shown reviews; without one an imported rating stands and is called so', async () => {
  const slug = 'rated-rice';
  const productId = await addTestProduct(api, { slug });
  expect(await starsOf(slug)).toEqual({ rating: 0, reviewCount: 0 });
  await api.db.query('UPDATE products SET rating = 4.8, review_count = 31 WHERE id = $1', [productId]);
  expect(await starsOf(slug)).toEqual({ rating: 4.8, reviewCount: 31, isRatingImported: true });
  const [ada, bola, chi] = [
    await collector(productId),
    await collector(productId, 'Bola'),
    await collector(productId, 'Chi'),
  ];
  await save(ada, { stars: 5, text: '' });
  await save(bola, { stars: 4, text: '' });
  await save(chi, { stars: 1, text: 'Stones.' });
  expect(await starsOf(slug)).toEqual({ rating: 3.3, reviewCount: 3 });
  await save(chi, { stars: 4, text: 'They replaced it.' });
  expect(await starsOf(slug)).toEqual({ rating: 4.3, reviewCount: 3 });
  for (const writer of [ada, bola, chi]) expect((await withdraw(writer)).body.data.review).toBeNull();
  expect(await starsOf(slug)).toEqual({ rating: 4.8, reviewCount: 31, isRatingImported: true });
});

test('reviews are read newest first, page by page', async () => {
  const productId = await addTestProduct(api);
  for (let stars = 1; stars <= 6; stars += 1)
    await save(await collector(productId), { stars: Math.min(stars, 5), text: `Number ${stars}` });
  const first = await read(productId);
  expect(first.data.map(({ text }) => text)).toEqual([6, 5, 4, 3, 2].map((n) => `Number ${n}`));
  expect(first.hasMore).toBe(true);
  const second = await read(productId, `?after=${first.data.at(-1)?.id}`);
  expect(second).toMatchObject({ data: [{ text: 'Number 1' }], hasMore: false });
});

test('its writer is told of an answer, once for each text, and of nothing that nobody sees', async () => {
  const productId = await addTestProduct(api, { slug: 'answered-rice', title: 'Answered Rice' });
  const ada = await collector(productId);
  await save(ada, { stars: 2, text: 'Some stones.' });
  const id = String((await read(productId)).data[0]?.id);
  const answer = (text: string) =>
    runOpsCommandInTest(api, 'review', 'answer', id, '--answer', text, ...because);
  const told = async () =>
    (await readNotificationsOf(api, ada)).filter(({ title }) => title === 'Review Answered');
  await answer('We are sorry.');
  await answer('We are sorry.');
  expect(await told()).toMatchObject([
    {
      category: 'order',
      message: 'We answered your review of Answered Rice.',
      data: { productName: 'Answered Rice', path: '/product/answered-rice' },
    },
  ]);
  await runOpsCommandInTest(api, 'review', 'hide', id, '--reason', 'names a person');
  await answer('Please write without names.');
  await runOpsCommandInTest(api, 'review', 'unhide', id, '--reason', 'all is well');
  expect(await told()).toHaveLength(1);
  await answer('We have cleaned it.');
  expect(await told()).toHaveLength(2);
});

test('an operator answers, hides and shows a review again; a hidden one stays so when it is written again', async () => {
  const slug = 'hidden-rice';
  const productId = await addTestProduct(api, { slug });
  const ada = await collector(productId);
  await save(ada, { stars: 1, text: 'My neighbour is a thief.' });
  const id = String((await read(productId)).data[0]?.id);
  await runOpsCommandInTest(api, 'review', 'answer', id, '--answer', 'We are sorry.', ...because);
  expect((await read(productId)).data).toMatchObject([{ answer: { text: 'We are sorry.' } }]);
  const withNumber = ['review', 'answer', id, '--answer', 'Call 08031234567', ...because];
  expect(await runOpsCommandInTest(api, ...withNumber)).toMatchObject({ ok: false });

  await runOpsCommandInTest(api, 'review', 'hide', id, '--reason', 'names a person');
  expect(await read(productId)).toMatchObject({ data: [] });
  expect(await starsOf(slug)).toEqual({ rating: 0, reviewCount: 0 });
  await withdraw(ada);
  await save(ada, { stars: 1, text: 'Still a thief.' });
  expect(await own(ada, productId)).toMatchObject([{ review: { text: 'Still a thief.', isHidden: true } }]);
  expect(await read(productId)).toMatchObject({ data: [] });
  const listed = await runOpsCommandInTest(api, 'review', 'list', '--state', 'hidden', '--product', slug);
  expect(listed.data).toMatchObject([{ shopper: 'Ada Obi', text: 'Still a thief.', answer: null }]);

  await runOpsCommandInTest(api, 'review', 'unhide', id, ...because);
  expect(await starsOf(slug)).toEqual({ rating: 1, reviewCount: 1 });
  const log = await api.db.query(
    'SELECT action, reason, before, after FROM audit_log WHERE target = $1 ORDER BY id',
    [`review:${id}`],
  );
  expect(log).toMatchObject([
    {
      action: 'review.answer',
      reason: 'asked by phone',
      before: { isAnswered: false },
      after: { isAnswered: true },
    },
    {
      action: 'review.hide',
      reason: 'names a person',
      before: { isHidden: false },
      after: { isHidden: true },
    },
    { action: 'review.unhide', before: { isHidden: true }, after: { isHidden: false } },
  ]);
  expect(JSON.stringify(log)).not.toContain('thief');
});

test('a shopper writes or changes 20 reviews an hour', async () => {
  const ada = await collector(await addTestProduct(api));
  const statuses: number[] = [];
  for (let time = 1; time <= 21; time += 1)
    statuses.push((await save(ada, { stars: 5, text: `Time ${time}` })).status);
  expect(statuses).toEqual([...Array(20).fill(200), 429]);
});

test('own reviews are in the export and gone with the account', async () => {
  const productId = await addTestProduct(api, { title: 'Palm oil' });
  const ada = await collector(productId);
  await save(ada, { stars: 2, text: 'Too thin.' });
  const exported = await api.call<{ data: { reviews: object[] } }>({
    ...{ method: 'GET', url: '/api/account/export', token: ada.token },
  });
  expect(exported.body.data.reviews).toMatchObject([{ product: 'Palm oil', stars: 2, text: 'Too thin.' }]);
  const { token, password } = ada;
  await api.call({ method: 'DELETE', url: '/api/account', token, body: { password } });
  expect(await read(productId)).toMatchObject({ data: [] });
});
