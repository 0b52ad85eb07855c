import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runOpsCommand } from '../../server/ops/run-command.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { addCentre, addProduct } from '../support/api-catalogue.ts';
import { signUpShopper } from '../support/api-shopper.ts';

/** What an operator reads without `--json`, word for word. */

const LAWS = [
  'All ledger entries sum to 0',
  'Every ledger transaction sums to 0 and has at least two entries',
  'No wallet is below 0 and none holds more than it has',
  'A wallet equals its entries, its totals and its live holds',
  'Units and participants of a group are those of its counted items',
  'An active group lacks units; a successful or secured one has its minimum',
  'Escrow is what the items of an unfinished group are worth, and 0 from secured and refunded on',
  'What the provider account owes equals the card money received',
  'At most one order per cart, one live payment and one live hold per shopper',
  'At most one group of a product can be joined, and only an active one',
  'Payment lines sum to the total; wallet and card part too',
  'Every success the provider reported is an order, a wallet credit or a review item',
  'A payment that did not succeed at the provider moved no money',
  'A payment is ordered exactly when it has one order, one posting of it and a captured hold, if any',
  'What an item was paid back is what the ledger paid; a refunded group owes nothing',
  'No group outlives its deadline, its success or its review',
  'Rounds are paid in order, once, at the bonus, when three referrals each have counted',
  'A refunded or failed purchase alone never counts a referral',
  'Each member of a successful group has exactly one Group Buy Secured notice',
  'The history of a group contains only allowed moves and ends at its status',
  'The items of an order are the lines that were paid',
  'Ledger and audit rows are never updated or deleted',
  'A live hold belongs to a live payment',
];

let api: TestApi;
let folder: string;
beforeAll(async () => {
  api = await startApi();
  folder = await mkdtemp(join(tmpdir(), 'shop-ops-words-'));
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

async function say(...words: string[]): Promise<string> {
  const { stdout, stderr } = await runOpsCommand(words, async () => api.deps);
  return `${stdout}${stderr}`.trimEnd();
}

test('an empty shop says what is not there', async () => {
  expect(await say('group', 'list')).toBe('There are no groups.');
  expect(await say('product', 'list')).toBe('There are no products.');
  expect(await say('recon', 'list')).toBe('Nothing waits.');
  expect(await say('recovery', 'list')).toBe('There are no such requests.');
  expect(await say('referral', 'list')).toBe('No referral is flagged.');
  expect(await say('audit')).toBe('The audit log is empty.');
  await addCentre(api, 'LAG-IKJ');
  expect(await say('pickup', 'list', '--centre', 'LAG-IKJ')).toBe('Nothing waits there.');
  expect(await say('pickup', 'notify', '--centre', 'LAG-IKJ')).toBe('Nobody needs a message.');
});

test('a shopper is locked out, let in again and given goodwill', async () => {
  const { email } = await signUpShopper(api);
  const reason = ['--reason', 'asked by phone'];
  expect(await say('user', 'lock', '--email', email, ...reason)).toBe('The shopper is locked out.');
  expect(await say('user', 'unlock', '--email', email, ...reason)).toBe('The shopper may sign in again.');
  expect(await say('wallet', 'goodwill', '--email', email, '--amount', '0', ...reason)).toBe(
    '0: not a whole naira amount above 0.',
  );
  expect(await say('wallet', 'goodwill', '--email', email, '--amount', '1500', ...reason)).toBe(
    '₦1,500 given. The balance is ₦1,500.',
  );
});

test('a product is withdrawn, put on sale and changed', async () => {
  await addProduct(api, { slug: 'garri' });
  expect(await say('product', 'deactivate', 'garri')).toBe('garri is withdrawn.');
  expect(await say('product', 'activate', 'garri')).toBe('garri is on sale.');
  expect(await say('product', 'edit', 'garri', '--title', 'Yellow Garri')).toBe('garri is changed.');
  expect(await say('product', 'edit', 'garri', '--min-units', '0')).toBe('0: not a whole number above 0.');
  expect(await say('product', 'edit', 'garri', '--window-hours', '0')).toBe(
    '0: not a number of hours above 0.',
  );
});

test('products are brought in, or all their errors are told', async () => {
  const file = join(folder, 'products.csv');
  await writeFile(file, 'slug,title\nrice,\n');
  const refused = await say('product', 'import', file);
  expect(refused.split('\n')[0]).toMatch(/^Nothing was imported: \d+ errors\.$/);
  expect(refused).toContain('row 2 rice title: ');
});

test('the claims, the clock, an operator and the laws of the money', async () => {
  expect(await say('claims', 'computed')).toBe('The claims are computed.');
  expect(await say('claims', 'none')).toBe('Claims are default or computed.');
  expect(await say('operator', 'add', 'bisi', '--role', 'finance')).toBe('bisi may act as finance.');
  expect(await say('operator', 'add', 'bisi', '--role', 'finance')).toBe('bisi exists already.');
  expect(await say('operator', 'add', 'B', '--role', 'finance')).toBe(
    'A name has 2 to 40 of a-z, 0-9, dot, dash.',
  );
  expect(await say('operator', 'add', 'ada', '--role', 'chief')).toBe(
    '--role is one of support, ops, finance.',
  );
  expect(await say('clock', 'advance', '2h')).toMatch(
    /^It is now \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z in the shop\.$/,
  );
  const laws = (await say('invariants')).split('\n');
  expect(laws.at(-1)).toBe(`All ${laws.length - 1} invariants hold.`);
  expect(laws.slice(0, -1).map((law) => law.replace(/^holds {3}\S+ +/, ''))).toEqual(LAWS);
});
