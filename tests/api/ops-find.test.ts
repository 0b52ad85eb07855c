import { expect, test } from 'vitest';
import { FOLDED_NAME_SQL, FOLDED_SURNAME_SQL } from '../../server/ops/queries/name-condition.ts';
import { addTestProduct } from '../support/api-catalogue.ts';
import { submitCardPage } from '../support/card-page.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { runOpsCommandInTest } from '../support/ops.ts';
import { expectStartedCardPayment, openPaymentTestShop } from '../support/payment-shop.ts';
import { addOpsCommandFixture } from '../support/with-ops.ts';

/** "I paid and got nothing": finds payment and order by whatever the shopper can tell. */

const shop = openFixtureForFile(openPaymentTestShop, addOpsCommandFixture);

interface Found {
  shoppers: { id: string; email: string }[];
  payments: {
    reference: string;
    userId: string;
    trackingNumber: string | null;
    receivedNaira: number | null;
  }[];
  products: { slug: string; groupId: string | null }[];
  groups: { groupId: string }[];
}
const find = async (...words: string[]): Promise<Found> =>
  (await runOpsCommandInTest<Found>(shop, 'find', ...words)).data;

async function paidByCard() {
  const buyer = await shop.buyer();
  const { authorization_url: link, reference } = expectStartedCardPayment(
    await buyer.pay({ method: 'flutterwave_only' }),
  );
  await submitCardPage(link, 'webhook_lost');
  await runOpsCommandInTest(shop, 'payment', 'verify', reference);
  const [told] = await shop.db.query<{ id: string; kobo: number; day: string; name: string; phone: string }>(
    `SELECT p.provider_tx_id AS id, p.card_kobo AS kobo, u.name, u.phone,
       to_char(p.created_at AT TIME ZONE 'Africa/Lagos', 'YYYY-MM-DD') AS day
     FROM payments p JOIN users u ON u.id = p.user_id WHERE p.reference = $1`,
    [reference],
  );
  if (!told) throw new Error('there is no payment');
  return { userId: buyer.id, reference, ...told };
}

test('a payment is found by whatever names it, and its order with it', async () => {
  const paid = await paidByCard();
  const [payment] = (await find(paid.reference.toUpperCase())).payments;
  expect(payment).toMatchObject({ reference: paid.reference, userId: paid.userId });
  const tracking = payment?.trackingNumber ?? '';
  expect(tracking).toMatch(/^GB-/);
  const ways = [[tracking.toLowerCase().replace('-', '')], [paid.id], [String(paid.kobo / 100), paid.day]];
  for (const words of ways) {
    const { payments } = await find(...words);
    expect(
      payments.map(({ reference }) => reference),
      words.join(' '),
    ).toContain(paid.reference);
  }
  expect((await find(String(paid.kobo / 100), '2020-01-01')).payments).toEqual([]);
  expect((await find('₦7,777,777')).payments).toEqual([]);

  const order = await runOpsCommandInTest<{ lines: object[]; reference: string }>(
    shop,
    'order',
    'show',
    tracking,
  );
  expect(order.data).toMatchObject({ reference: paid.reference, lines: [{ line: 1, refundedNaira: 0 }] });
});

test('a shopper is found by e-mail, by the number in any form, and by how either name begins', async () => {
  const { userId, phone } = await paidByCard();
  await shop.db.query(`UPDATE users SET name = 'Chidinma Okpara-Bello' WHERE id = $1`, [userId]);
  const ten = phone.slice(4);
  const spaced = `0${ten.slice(0, 3)} ${ten.slice(3, 6)} ${ten.slice(6)}`;
  for (const words of [phone, ten, spaced, `234${ten}`, 'chidin', 'OKPARA', 'chidinma okp']) {
    expect(
      (await find(words)).shoppers.map(({ id }) => id),
      words,
    ).toContain(userId);
  }
  expect((await find('bello')).shoppers).toEqual([]);
  expect((await find('%')).shoppers).toEqual([]);
  const [{ email } = { email: '' }] = (await find(phone)).shoppers;
  expect((await find(email.toUpperCase())).shoppers).toMatchObject([{ id: userId }]);
});

test.each(['adebola', 'ADEBỌ́LA', 'Adebọla ogun', 'ogun', 'ògún', 'adebo\u0301la \u200bogundele'])(
  'names are found with any accents or none: %s',
  async (words) => {
    const { userId } = await paidByCard();
    await shop.db.query(`UPDATE users SET name = 'Adebọ́la Ògúndélé' WHERE id = $1`, [userId]);
    expect((await find(words)).shoppers.map(({ id }) => id)).toContain(userId);
    const { data: shoppers } = await runOpsCommandInTest<{ id: string }[]>(shop, 'user', 'list', words);
    expect(shoppers.map(({ id }) => id)).toContain(userId);
    const { data: orders } = await runOpsCommandInTest<{ shopper: string }[]>(shop, 'order', 'list', words);
    expect(orders.map(({ shopper }) => shopper)).toContain('Adebọ́la Ògúndélé');
  },
);

test('a shopper who says "I paid" is found with the payment, what of it was paid back, and no word of none', async () => {
  const { userId, phone, reference } = await paidByCard();
  await shop.db.query(`UPDATE users SET name = 'Gracious Idowu-Ames' WHERE id = $1`, [userId]);
  const [{ email } = { email: '' }] = (await find(phone)).shoppers;
  for (const words of [phone, 'gracious', email, userId]) {
    const { payments } = await find(words);
    expect(payments, words).toMatchObject([{ reference, userId, paidBackNaira: 0 }]);
  }
  const [{ trackingNumber } = { trackingNumber: null }] = (await find(phone)).payments;
  await runOpsCommandInTest(
    shop,
    'item',
    'refund',
    trackingNumber ?? '',
    '--line',
    '1',
    '--amount',
    '100',
    '--reason',
    'torn',
  );
  expect((await find('gracious')).payments).toMatchObject([{ reference, paidBackNaira: 100 }]);
  expect(await shop.say('find', trackingNumber ?? '')).not.toMatch(/No shopper|No payment/);
  expect(await shop.say('find', 'nobody-has-this')).toBe('Nothing was found.\n');
});

test('of a shopper with many payments the last five are shown, and only of the ones who were found', async () => {
  const buyer = await shop.buyer();
  const other = await paidByCard();
  await shop.db.query(
    `INSERT INTO payments SELECT (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'user_id', $2::uuid,
       'reference', 'gb-' || lpad(n::text, 26, '0'), 'status', 'expired', 'outcome', NULL, 'settled_at', NULL,
       'provider_tx_id', NULL, 'received_kobo', NULL, 'created_at', p.created_at - make_interval(hours => n)))).*
     FROM payments p, generate_series(1, 7) n WHERE p.reference = $1`,
    [other.reference, buyer.id],
  );
  const [{ phone } = { phone: '' }] = await shop.db.query<{ phone: string }>(
    'SELECT phone FROM users WHERE id = $1',
    [buyer.id],
  );
  const { payments } = await find(phone);
  expect(payments.map(({ reference }) => Number(reference.slice(3)))).toEqual([1, 2, 3, 4, 5]);
});

test.each([
  ['users_folded_name', FOLDED_NAME_SQL],
  ['users_folded_surname', FOLDED_SURNAME_SQL],
])('however many shoppers there are, %s serves the question', async (index, name) => {
  const plan = await shop.db.transaction(async (tx) => {
    await tx.query('SET LOCAL enable_seqscan = off');
    return tx.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT id FROM users WHERE deleted_at IS NULL AND ${name} ~>=~ fold_text('okpara') AND ${name} ~<~ fold_text('okparb')`,
    );
  });
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain(index);
});

test('who looked is in the log, what was typed is not', async () => {
  const { userId, phone, name } = await paidByCard();
  await find(phone);
  await find(name.slice(0, 2));
  const rows = await shop.db.query<{ target: string }>(
    `SELECT target FROM audit_log WHERE action = 'find' ORDER BY id DESC LIMIT 2`,
  );
  expect(rows[1]).toEqual({ target: `user:${userId}` });
  expect(JSON.stringify(rows)).not.toContain(phone.slice(4));
});

test('what a centre has to buy and pack is summed by product, unit and stage, without what was paid back', async () => {
  const productId = await addTestProduct(shop, { minUnits: 10 });
  const quantities = [4, 6];
  for (const quantity of quantities) {
    const shopper = await shop.shopper(20_000);
    await shopper.add(productId, quantity);
    await shopper.pay({ method: 'wallet_only', walletNaira: quantity * 1_000 });
  }
  const [group] = await shop.db.query<{ id: string; tracking: string; centre: string }>(
    `SELECT i.group_id AS id, o.tracking_no AS tracking, c.code AS centre FROM order_items i
       JOIN orders o ON o.id = i.order_id JOIN pickup_centres c ON c.id = o.centre_id
     WHERE i.product_id = $1 AND i.quantity = 4`,
    [productId],
  );
  const plan = async () =>
    (await runOpsCommandInTest<object[]>(shop, 'pickup', 'plan', '--centre', group?.centre ?? '')).data;
  expect(await plan(), 'nothing is bought before the group is secured').toEqual([]);
  await runOpsCommandInTest(shop, 'group', 'review', group?.id ?? '', '--reason', 'look');
  await runOpsCommandInTest(shop, 'group', 'secure', group?.id ?? '', '--reason', 'good');
  expect(await plan()).toMatchObject([{ stage: 'secured', quantity: 10, baseUnits: 10, orders: 2 }]);
  await runOpsCommandInTest(
    shop,
    'item',
    'refund',
    group?.tracking ?? '',
    '--line',
    '1',
    '--reason',
    'asked',
  );
  expect(await plan()).toMatchObject([{ quantity: 6, orders: 1 }]);
  const members = await runOpsCommandInTest<{ members: object[] }>(shop, 'group', 'show', group?.id ?? '');
  expect(members.data.members).toMatchObject([
    { units: 4, paidNaira: 4_000, refundedNaira: 4_000 },
    { units: 6, paidNaira: 6_000, refundedNaira: 0 },
  ]);
});

test('who acts may be named before the command', async () => {
  expect(await shop.say('--as', 'nobody', 'product', 'list')).toContain('There is no operator "nobody"');
});

test('a product is found by its title or slug, with its open group; a group and a shopper by their ids', async () => {
  const { userId } = await paidByCard();
  const [bought] = await shop.db.query<{ groupId: string; slug: string; title: string }>(
    `SELECT i.group_id AS "groupId", p.slug, p.title FROM order_items i JOIN products p ON p.id = i.product_id
     WHERE i.user_id = $1`,
    [userId],
  );
  if (!bought) throw new Error('nothing was bought');
  const { groupId, slug, title } = bought;
  for (const words of [title.toUpperCase(), slug.slice(2), `${slug} ${title}`])
    expect((await find(words)).products, words).toContainEqual({ slug, title, active: true, groupId });
  await shop.db.query(`UPDATE products SET title = 'Ẹ̀wà Olóyin, Ɗanye' WHERE slug = $1`, [slug]);
  for (const words of ['ewa oloyin', 'DANYE Ẹwa', 'ẹ̀wà'])
    expect((await find(words)).products, words).toMatchObject([{ slug }]);
  expect((await find('no such thing')).products).toEqual([]);
  expect((await find(groupId)).groups).toMatchObject([{ groupId, product: title }]);
  expect((await find(userId)).shoppers.map(({ id }) => id)).toEqual([userId]);
});

test('what a shopper sends in a chat finds them, with all that a phone puts around it', async () => {
  const { phone, userId, reference } = await paidByCard();
  const [shopper] = (await find(userId)).shoppers;
  const local = `0${phone.slice(4)}`;
  const forms = [
    `\u202a${phone}\u202c`,
    `tel:${phone}`,
    `Phone: ${local.slice(0, 4)}\u2011${local.slice(4, 7)}\u2011${local.slice(7)}`,
    `+234 (0) ${phone.slice(4)}`,
    `Ada <${shopper?.email}>`,
    `mailto:${shopper?.email}\u200b`,
    `\u200b${userId}\u200b`,
  ];
  for (const form of forms) expect((await find(form)).shoppers, form).toMatchObject([{ id: userId }]);
  for (const pasted of [` ${reference}`, `\u202a${reference.toUpperCase()}\u200b`]) {
    const { data } = await runOpsCommandInTest<{ reference: string }>(shop, 'payment', 'show', pasted);
    expect(data.reference).toBe(reference);
  }
  const [payment] = (await find(reference)).payments;
  const { data } = await runOpsCommandInTest<{ trackingNumber: string }>(
    shop,
    'order',
    'show',
    ` ${payment?.trackingNumber?.toLowerCase().replace('-', '\u2011')}\u200b`,
  );
  expect(data.trackingNumber).toBe(payment?.trackingNumber);
  const lock = await runOpsCommandInTest(shop, 'user', 'events', '--user-id', `\u200b${userId} `);
  expect(lock.data).toBeDefined();
});
