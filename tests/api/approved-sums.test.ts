import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { recordUnknownTransactionInSuspense } from '../../server/features/payments/unallocated/unallocated-money.ts';
import { listOperatorActions } from '../../server/ops/actions.ts';
import { parseActionArguments } from '../../server/ops/command-line/action-arguments.ts';
import { signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { runOpsCommandInTest } from '../support/ops.ts';
import { openPaymentTestShop } from '../support/payment-shop.ts';
import { addOpsCommandFixture } from '../support/with-ops.ts';
import { addOpsCommandSituations } from '../support/with-situations.ts';

/**
 * A second person approves a sum, and the command never moves more than this sum, whatever happened since it was shown.
 */

const shop = openFixtureForFile(openPaymentTestShop, addOpsCommandFixture, addOpsCommandSituations);
const commands = listOperatorActions().filter(({ movesMoney }) => movesMoney);

beforeEach(() => shop.db.query('DELETE FROM operator_proposals'));

async function parked(): Promise<string[]> {
  const [id, email] = [randomUUID(), (await signUpShopper(shop)).email];
  const sum = { amountKobo: 6_000_000, currency: 'NGN', account: shop.deps.provider.accountCode };
  await recordUnknownTransactionInSuspense(shop.db, {
    id,
    reference: `elsewhere-${id}`,
    status: 'successful',
    ...sum,
  });
  const [item] = await shop.db.query<{ id: number }>('SELECT id FROM recon_items WHERE reference = $1', [id]);
  return [
    'recon',
    'resolve',
    String(item?.id),
    '--way',
    'release',
    '--email',
    email,
    '--reason',
    'found them',
  ];
}

/** Makes the proposal of an operator, with the sum that the second person was shown. */
async function propose(words: string[], shownKobo: number): Promise<string> {
  const command = commands.find(({ name }) => words.join(' ').startsWith(`${name} `));
  if (!command) throw new Error(`${words.join(' ')} moves no money`);
  const by = `op${randomUUID().slice(0, 8)}`;
  await shop.db.query(`INSERT INTO operators (name, role, secret_hash) VALUES ($1, $2, 'x')`, [
    by,
    command.roles[0],
  ]);
  const asked = JSON.stringify(await parseActionArguments(command, words).read());
  const [row] = await shop.db.query<{ id: number }>(
    `INSERT INTO operator_proposals (key, command, arguments, amount_kobo, preview, proposed_by)
     VALUES ($1, $2, $3, $4, '{"about": {}, "says": []}', $5) RETURNING id`,
    [randomUUID(), command.name, asked, shownKobo, by],
  );
  return String(row?.id);
}
const money = () =>
  shop.db.query(`SELECT (SELECT count(*) FROM ledger_tx) AS postings, (SELECT count(*) FROM card_refunds) AS refunds,
    (SELECT count(*) FROM groups WHERE status = 'failed') AS failed`);

describe.each(commands)('$name', ({ name }) => {
  test('moves nothing where it has become more than what was agreed to, and ends the proposal', async () => {
    const words = await (name === 'recon resolve' ? parked() : shop.wordsFor(name));
    const [id, before] = [await propose(words, 100), await money()];
    const told = /^The amount has grown to ₦[\d,]+, but only ₦1 was approved\./;
    expect(await runOpsCommandInTest(shop, 'approval', 'agree', id)).toMatchObject({
      ok: false,
      message: expect.stringMatching(told),
    });
    expect(await money()).toEqual(before);
    expect(await shop.db.query('SELECT status, message FROM operator_proposals')).toMatchObject([
      { status: 'failed', message: expect.stringMatching(told) },
    ]);
    const enough = await propose(words, 10_000_000);
    expect(await runOpsCommandInTest(shop, 'approval', 'agree', enough)).toMatchObject({ ok: true });
    expect(await money()).not.toEqual(before);
  });
});

test('a refund to the card stays at the sum that was shown when the shopper is paid back more meanwhile', async () => {
  const words = await shop.wordsFor('refund card');
  const [{ most } = { most: 0 }] = await shop.db.query<{ most: number }>(
    `SELECT balance_kobo::int AS most FROM wallets w JOIN payments p USING (user_id) WHERE p.reference = $1`,
    [words[2]],
  );
  const id = await propose(words, most - 100);
  expect(await runOpsCommandInTest(shop, 'approval', 'agree', id)).toMatchObject({ ok: false });
  const part = [...words.slice(0, 3), '--amount', String(most / 100 - 1), ...words.slice(3)];
  expect(await runOpsCommandInTest(shop, 'approval', 'agree', await propose(part, most - 100))).toMatchObject(
    { ok: true },
  );
});

test('who agrees at a terminal reads there what it would move now', async () => {
  await propose(await shop.wordsFor('wallet goodwill'), 100);
  const [head, row, ...more] = (await shop.say('approval', 'list')).trimEnd().split('\n');
  expect(head).toMatch(/^id +status +act +amount +by +reason +moves +expiresAt$/);
  expect(row).toMatch(/ open +wallet goodwill +₦1 .* asked by phone +₦500 of the shop's money goes /);
  expect(more).toEqual([]);
});
