import { expect, test } from 'vitest';
import { moveGroupToSecured } from '../../server/features/groups/group-moves.ts';
import { startTestApi } from '../support/api.ts';
import { addTestPickupCentre, addTestProduct } from '../support/api-catalogue.ts';
import { payFromWalletThroughApi } from '../support/api-checkout.ts';
import { signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { adjustTestWallet } from '../support/give-money.ts';
import { addOpsCommandFixture } from '../support/with-ops.ts';

/** The exact text that operators read without `--json`. */

const INVARIANTS = [
  'All ledger entries sum to 0',
  'Every ledger transaction sums to 0 and has at least two entries',
  'No wallet is below 0 and none holds more than it has',
  'A wallet equals its entries, its totals and its live holds',
  'Units and participants of a group are those of its counted items',
  'An active group lacks units; a successful or secured one has its minimum',
  'Escrow is what the uncollected items of an unfinished group are worth, and 0 from secured and refunded on',
  'What the provider account owes equals the card money received, in sum and for each payment',
  'At most one order per cart, one live payment and one live hold per shopper',
  'At most one group of a product can be joined, and only an active one',
  'Payment lines sum to the total, wallet and card part too; an order is worth its payment and its items',
  'Every success the provider reported is an order, a wallet credit or a review item within 10 minutes',
  'A payment that did not succeed at the provider moved no money; one that did moved no other wallet than its own',
  'A payment is ordered exactly when it has one order, one posting of it and a captured hold, if any',
  'What an item was paid back is what the ledger paid; a refunded group owes nothing that was not collected',
  'No group outlives its deadline, its success or its review',
  'Rounds are paid in order, once, at the bonus of their day, when as many referrals each have counted',
  'A referral counts exactly when a purchase of the friend is secured and not paid back',
  'Each member of a successful group has exactly one Group Buy Secured notification',
  'The history of a group contains only allowed moves and ends at its status',
  'The items of an order are the lines that were paid, less what their buyer gave up for money back',
  'Ledger and audit rows are never updated or deleted',
  'A live hold belongs to a live payment, and a live payment with a wallet part has its hold',
  'Suspense is the money of the open review items, in each currency',
  'What went back to cards is on the account of its provider, and what no wallet gave is the loss of the shop',
  'A refund to a card has left the wallet once, and is there again exactly when it failed',
  'Every account is touched by its own kinds of postings only',
  'Sales and escrow are what the items of all orders are worth, in sum, for each payment and for each group',
  'Bank and fees are what the provider paid out and kept',
  'A sealed day is the sum of the entries before its end',
  'The wallet of a deleted account is 0',
];

const api = openFixtureForFile(startTestApi, addOpsCommandFixture);

const say = async (...words: string[]) => (await api.say(...words)).trimEnd();

test('an empty shop says that there is nothing', async () => {
  await addTestPickupCentre(api, 'LAG-IKJ');
  for (const words of [
    ...['audit', 'alarm list', 'approval list', 'group list', 'product list', 'recon list', 'recovery list'],
    ...['referral list', 'pickup list --centre LAG-IKJ', 'pickup notify --centre LAG-IKJ'],
  ])
    expect([words, await say(...words.split(' '))]).toEqual([words, 'None.']);
});

test('a shopper is locked out, let in again and given goodwill', async () => {
  const { email } = await signUpShopper(api);
  const reason = ['--reason', 'asked by phone'];
  expect(await say('user', 'lock', '--email', email, ...reason)).toMatch(/^id {6}\S+\nlocked {2}true$/);
  expect(await say('user', 'unlock', '--email', email, ...reason)).toMatch(/\nlocked {2}false$/);
  expect(await say('wallet', 'goodwill', '--email', email, '--amount', '0', ...reason)).toBe(
    '--amount: type a whole number from 1 to 1,000,000,000, for example 45000 or 45,000.',
  );
  expect(await say('wallet', 'goodwill', '--email', email, '--amount', '1500', ...reason)).toBe(
    '₦1,500 given. The balance is ₦1,500.',
  );
});

test('a product is withdrawn, put on sale and changed', async () => {
  await addTestProduct(api, { slug: 'garri' });
  expect(await say('product', 'deactivate', 'garri')).toBe('slug    garri\nactive  false');
  expect(await say('product', 'activate', 'garri')).toBe('slug    garri\nactive  true');
  expect(await say('product', 'edit', 'garri', '--title', 'Yellow Garri')).toBe('garri is changed.');
  expect(await say('product', 'edit', 'garri', '--minimum-viable-units', '0')).toBe(
    '--minimum-viable-units: type a whole number from 1 to 1,000,000,000, for example 45000 or 45,000.',
  );
  expect(await say('product', 'edit', 'garri', '--window-hours', '0')).toBe(
    '--window-hours: type hours above 0, at most 8,760, for example 48 or 1.5.',
  );
});

test('products are brought in, tried out, or all their errors are told', async () => {
  const row = { title: 'Beans', price: 5, basePrice: 6, minimumViableUnits: 1 };
  const good = await api.file('good.json', JSON.stringify([{ ...row, slug: 'beans' }]));
  expect(await say('product', 'import', good, '--dry-run')).toBe(
    'Dry run: 1 new, 0 updated, 0 unchanged. Nothing was saved.\nbeans  new',
  );
  expect(await say('product', 'import', good)).toBe('Imported: 1 new, 0 updated, 0 unchanged.');
  await api.file(
    'good.json',
    JSON.stringify([row, row].map((each, n) => ({ ...each, price: 4, slug: `beans${n || ''}` }))),
  );
  expect(await say('product', 'import', good)).toBe('Imported: 1 new, 1 updated, 0 unchanged.');
  const file = await api.file('products.csv', 'slug,title\nrice,\n');
  const refused = await say('product', 'import', file);
  expect(refused.split('\n')[0]).toMatch(/^Nothing was imported: \d+ errors\.$/);
  expect(refused).toContain('row 2 rice title: ');
});

test('the claims, the clock, an operator and the invariants of the money', async () => {
  expect(await say('claims', 'computed')).toBe('mode  computed');
  expect(await say('claims', 'none')).toBe('MODE is one of default, computed.');
  expect(await say('operator', 'list')).toBe('None.');
  for (const name of ['B', 'system'])
    expect(await say('operator', 'add', name, '--role', 'owner')).toBe(
      'A name has 2 to 40 characters: a-z, 0-9, dot and dash; "system" is the shop itself.',
    );
  expect(await say('operator', 'add', 'ada', '--role', 'chief')).toBe(
    '--role is one of support, ops, finance, owner.',
  );
  expect(await say('clock', 'advance', '2h')).toMatch(
    /^advancedMs {2}7200000\nnow {9}\d{4}-\d\d-\d\d \d\d:\d\d WAT$/,
  );
  const [verdict, , , , ...invariants] = (await say('invariants')).split('\n');
  expect(verdict).toBe('holds  true');
  expect(invariants.map((invariant) => /^\S+ +(.+?) +- +true$/.exec(invariant)?.[1])).toEqual(INVARIANTS);
});

test('an invariant that is broken is named, with its breach', async () => {
  const product = await addTestProduct(api, { slug: 'broken', minUnits: 10 });
  const shopper = await signUpShopper(api);
  await adjustTestWallet(api, shopper.id, 1_000);
  await payFromWalletThroughApi(api, shopper, product, 1);
  const bend = (by: number) =>
    api.db.query('UPDATE groups SET units_sold = units_sold + $2 WHERE product_id = $1', [product, by]);
  await bend(1);
  const said = (await say('invariants')).split('\n');
  await bend(-1);
  expect(said[0]).toBe('holds  false');
  expect(said.filter((line) => line.endsWith('false'))).toEqual([
    'holds  false',
    expect.stringMatching(
      /^\S+ +Units and participants of a group are those of its counted items +\S.* false$/,
    ),
  ]);
});

test('a group is moved, and its batches of a centre', async () => {
  const product = await addTestProduct(api, { slug: 'moved', minUnits: 1 });
  const shopper = await signUpShopper(api);
  await adjustTestWallet(api, shopper.id, 5_000);
  const { reference, groupBuys } = await payFromWalletThroughApi(api, shopper, product, 1);
  const groupId = groupBuys[0]?.groupId ?? '';
  for (const [verb, status] of [
    ['review', 'manual_review'],
    ['secure', 'secured'],
  ] as const) {
    const figures = '1 member, 1 of 1 unit, 1 of them paid: ₦1,000.';
    const wouldBe = `${figures}\nThe group would be ${status}.`;
    expect(await say('group', verb, groupId, '--dry-run')).toBe(wouldBe);
    const isNow = `${figures}\nThe group is now ${status}.`;
    expect(await say('group', verb, groupId, '--reason', 'a look')).toBe(isNow);
  }
  const move = ['batch', 'move', '--centre', 'LAG-IKJ', '--product', 'moved', '--from', 'secured', '--to'];
  const dry = await say(...move, 'processing', '--dry-run');
  expect(dry.split('\n')).toEqual(expect.arrayContaining(['isDryRun  true', 'moved     0', 'found:']));
  expect((await say(...move, 'processing')).split('\n')).toContain('moved     1');
  expect((await say(...move, 'packaging')).split('\n')).toEqual(
    expect.arrayContaining(['found     -', 'moved     0']),
  );
  const [audit] = await api.db.query(`SELECT reason FROM audit_log WHERE action LIKE 'batch%' LIMIT 1`);
  expect(audit).toEqual({ reason: 'batch move' });
  const shown = (await say('payment', 'show', reference)).split('\n');
  expect(shown).toContainEqual(expect.stringMatching(/^transactions +-$/));
  expect(shown.at(-1)).toMatch(/WAT {2}Order made {2}GB-/);
});

test('what waits is told to the shopper, handed out or paid back', async () => {
  const product = await addTestProduct(api, { slug: 'waiting', title: 'Garri', minUnits: 1 });
  const shopper = await signUpShopper(api, { name: 'Zainab Abu' });
  await adjustTestWallet(api, shopper.id, 5_000);
  const { groupBuys } = await payFromWalletThroughApi(api, shopper, product, 2);
  await api.db.transaction((tx) => moveGroupToSecured(tx, groupBuys[0]?.groupId ?? ''));
  const move = ['batch', 'move', '--centre', 'LAG-IKJ', '--product', 'waiting'];
  await say(...move, '--from', 'secured', '--to', 'ready_for_pickup');
  const link = (await say('pickup', 'notify', '--centre', 'LAG-IKJ')).split(/\s+/).at(-1) ?? '';
  expect(new URL(link).searchParams.get('text')?.split('\n')).toEqual([
    'Hello Zainab, your Ajora order is ready for pickup.',
    expect.stringMatching(/^Order GB-\w{8}: 2 x Garri\. Please collect it by \d+ \w+ \d{4} at \d\d:\d\d\.$/),
    'Pickup centre: Ikeja Centre, Allen Avenue, Ikeja. Open: Monday-Saturday 9am-6pm WAT.',
    'Open http://127.0.0.1:4000/account for your pickup code.',
  ]);
  const [order] = await api.db.query<{ no: string }>(
    'SELECT tracking_no AS no FROM orders WHERE user_id = $1',
    [shopper.id],
  );
  const refund = ['item', 'refund', order?.no ?? '', '--line', '1', '--amount', '500', '--reason', 'torn'];
  expect(await say(...refund)).toBe('₦500 refunded.');
});

test('requests of recovery, referrals and open items are answered', async () => {
  const shopper = await signUpShopper(api, { name: 'Bola Ade' });
  const ask = async () => {
    const body = { email: shopper.email, phone: shopper.phone, reason: 'lost it' };
    await api.call({ method: 'POST', url: '/api/auth/request-recovery-key-reset', body });
    const [request] = await api.db.query<{ id: string }>(
      `SELECT id FROM recovery_requests WHERE user_id = $1 AND status = 'open'`,
      [shopper.id],
    );
    return request?.id ?? '';
  };
  expect(await say('recovery', 'reject', await ask(), '--reason', 'another voice')).toEqual(
    expect.stringMatching(/^requestId {2}\S+\nstatus {5}rejected$/),
  );
  const approving = await say('recovery', 'approve', await ask(), '--reason', 'called back');
  const [, key, link] = /^temporaryKey +(\S+)\n[\s\S]*\nwhatsapp +(\S+)$/.exec(approving) ?? [];
  expect(key).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  expect(new URL(link ?? '').searchParams.get('text')).toBe(
    `Hello Bola, your temporary Ajora recovery key is ${key}. It works once within 24 hours at http://127.0.0.1:4000/use-temporary-recovery-key. We never ask you for it.`,
  );
  const [approved] = await api.db.query(
    `SELECT r.note, a.reason FROM recovery_requests r JOIN audit_log a ON a.action = 'recovery.approve'
     WHERE r.status = 'approved'`,
  );
  expect(approved).toEqual({ note: 'called back', reason: 'called back' });
  const friend = await signUpShopper(api, { referralCode: shopper.referralCode });
  const judge = (verb: string) => say('referral', verb, '--email', friend.email, '--reason', 'looked');
  expect([await judge('clear'), await judge('block')]).toEqual([
    expect.stringMatching(/\nflags {5}-$/),
    expect.stringMatching(/\nflags {5}blocked$/),
  ]);
  await api.db.query(
    `INSERT INTO recon_items (day, kind, reference) VALUES ('2026-11-20', 'missing_at_provider', '77')`,
  );
  const [item] = await api.db.query<{ id: number }>('SELECT id FROM recon_items');
  expect(await say('recon', 'resolve', String(item?.id), '--reason', 'looked')).toBe(
    `Item ${item?.id} is resolved.`,
  );
});
