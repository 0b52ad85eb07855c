import { beforeAll, describe, expect, test } from 'vitest';
import type { Wallet } from '#contract/schemas/wallet.ts';
import { moveGroupToSecured } from '../../server/features/groups/group-moves.ts';
import { runOpsCommand } from '../../server/ops/run-command.ts';
import { startTestApi } from '../support/api.ts';
import { addTestPickupCentre, addTestProduct } from '../support/api-catalogue.ts';
import { payFromWalletThroughApi } from '../support/api-checkout.ts';
import { type SignedUpApiShopper, signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { adjustTestWallet } from '../support/give-money.ts';
import { runOpsCommandInTest } from '../support/ops.ts';

const api = openFixtureForFile(() => startTestApi({ env: { RATE_LIMIT_FACTOR: '1000' } }));

beforeAll(() => addTestPickupCentre(api));

const activeGroup = async (shopper: SignedUpApiShopper): Promise<string> => {
  const [row] = await api.db.query<{ id: string }>(
    'SELECT group_id AS id FROM order_items WHERE user_id = $1 ORDER BY id DESC LIMIT 1',
    [shopper.id],
  );
  return (row as { id: string }).id;
};
async function buyer(
  quantity: number,
  minUnits = 10,
): Promise<{ shopper: SignedUpApiShopper; groupId: string; slug: string }> {
  const slug = `garri-${Math.random().toString(36).slice(2, 8)}`;
  const id = await addTestProduct(api, { slug, title: 'Garri', minUnits });
  const shopper = await signUpShopper(api);
  await adjustTestWallet(api, shopper.id, 20_000);
  await payFromWalletThroughApi(api, shopper, id, quantity);
  return { shopper, groupId: await activeGroup(shopper), slug };
}

describe('groups', () => {
  test('are listed, reviewed, resumed and failed, each with a reason in the audit log', async () => {
    const [{ groupId, slug }] = [await buyer(3), await buyer(1)];
    const listed = async (...filter: string[]) =>
      (await runOpsCommandInTest<{ groupId: string }[]>(api, 'group', 'list', ...filter)).data;
    expect(await listed('--product', slug)).toMatchObject([
      { groupId, status: 'active', units: '3/10', owedNaira: 3_000 },
    ]);
    expect((await runOpsCommandInTest(api, 'group', 'review', groupId)).message).toBe(
      '--reason is required.',
    );
    await runOpsCommandInTest(api, 'group', 'review', groupId, '--reason', 'odd orders');
    expect((await runOpsCommandInTest(api, 'group', 'show', groupId)).data).toMatchObject({
      status: 'manual_review',
    });
    expect((await listed('--status', 'manual_review')).map((group) => group.groupId)).toEqual([groupId]);
    const short = await runOpsCommandInTest(api, 'group', 'secure', groupId, '--reason', 'all fine');
    expect(short.exitCode).toBe(1);
    await runOpsCommandInTest(api, 'group', 'resume', groupId, '--reason', 'all fine');
    expect((await runOpsCommandInTest(api, 'group', 'show', groupId)).data).toMatchObject({
      status: 'active',
    });
    await runOpsCommandInTest(api, 'group', 'review', groupId, '--reason', 'again');
    const failed = await runOpsCommandInTest(api, 'group', 'fail', groupId, '--reason', 'supplier gone');
    expect(failed.data).toMatchObject({ status: 'failed' });
    const audit = await runOpsCommandInTest<{ action: string; reason: string }[]>(
      api,
      'audit',
      '--target',
      `group:${groupId}`,
    );
    expect(audit.data.map(({ action, reason }) => `${action} ${reason}`)).toEqual([
      'group.fail supplier gone',
      'group.review again',
      'group.show null',
      'group.resume all fine',
      'group.show null',
      'group.review odd orders',
    ]);
  });

  test('batches of a centre move forward, after counts', async () => {
    const { groupId, slug } = await buyer(10);
    await api.db.transaction((tx) => moveGroupToSecured(tx, groupId));
    const words = [
      'batch',
      'move',
      '--centre',
      'LAG-IKJ',
      '--from',
      'secured',
      '--to',
      'processing',
      '--product',
      slug,
    ];
    const dry = await runOpsCommandInTest(api, ...words, '--dry-run');
    expect(dry.data).toMatchObject({ moved: 0, found: [{ groupId, members: 1 }] });
    expect((await runOpsCommandInTest(api, ...words)).data).toMatchObject({ moved: 1 });
    expect((await runOpsCommandInTest(api, 'group', 'show', groupId)).data).toMatchObject({
      status: 'processing',
    });
    expect((await runOpsCommandInTest(api, ...words)).data).toMatchObject({ moved: 0 });
    const back = await runOpsCommandInTest(
      api,
      'batch',
      'move',
      '--centre',
      'LAG-IKJ',
      '--from',
      'processing',
      '--to',
      'secured',
    );
    expect(back.message).toBe('A batch only moves forward.');
  });

  test('batches with goods that nobody has collected are delivered for a reason alone, and come back', async () => {
    const { groupId, slug } = await buyer(10);
    await api.db.transaction((tx) => moveGroupToSecured(tx, groupId));
    const words = 'batch move --centre LAG-IKJ --from secured --to delivered --product'.split(' ');
    const dry = await runOpsCommandInTest(api, ...words, slug, '--dry-run');
    expect(dry.data).toMatchObject({
      warning: expect.stringMatching(/^1 order has not been collected: .+\(GB-/),
    });
    expect((await runOpsCommandInTest(api, ...words, slug)).message).toMatch(
      /Say why they are moved anyway\.$/,
    );
    expect((await runOpsCommandInTest(api, ...words, slug, '--reason', 'a slip')).data).toMatchObject({
      moved: 1,
    });
    const moves = await runOpsCommandInTest<{ moveId: string; batches: { groupId: string }[] }[]>(
      api,
      ...['batch', 'moves', '--centre', 'LAG-IKJ'],
    );
    const made = moves.data.find(({ batches }) => batches.some((batch) => batch.groupId === groupId));
    const undo = ['batch', 'undo', made?.moveId ?? ''];
    expect((await runOpsCommandInTest(api, ...undo, '--dry-run')).data).toMatchObject({
      isDryRun: true,
      takenBack: 0,
    });
    expect((await runOpsCommandInTest(api, 'group', 'show', groupId)).data).toMatchObject({
      status: 'delivered',
    });
    expect((await runOpsCommandInTest(api, ...undo)).message).toBe('--reason is required.');
    expect((await runOpsCommandInTest(api, ...undo, '--reason', 'not yet')).data).toMatchObject({
      takenBack: 1,
    });
    expect((await runOpsCommandInTest(api, 'group', 'show', groupId)).data).toMatchObject({
      status: 'secured',
    });
    expect((await runOpsCommandInTest(api, 'batch', 'undo', 'x', '--reason', 'r')).message).toContain(
      'MOVE-ID is an id as the lists and find show it.',
    );
  });
});

test('goodwill is money in the wallet, with its reason', async () => {
  const shopper = await signUpShopper(api);
  const words = [
    'wallet',
    'goodwill',
    '--email',
    shopper.email.toUpperCase(),
    '--amount',
    '2500',
    '--reason',
    'late order',
  ];
  expect((await runOpsCommandInTest(api, ...words)).data).toMatchObject({ amount: 2_500, balance: 2_500 });
  const wallet = await api.call<Wallet>({ method: 'GET', url: '/api/wallet', token: shopper.token });
  expect(wallet.body.transactions).toMatchObject([
    { amount: 2_500, reason: 'Goodwill', description: 'late order' },
  ]);
  for (const wrong of [
    ['--amount', '0', '--reason', 'r'],
    ['--amount', '10.5', '--reason', 'r'],
    ['--amount', '10'],
  ]) {
    expect(
      (await runOpsCommandInTest(api, 'wallet', 'goodwill', '--email', shopper.email, ...wrong)).exitCode,
    ).toBe(1);
  }
  expect(
    (
      await runOpsCommandInTest(
        api,
        'wallet',
        'goodwill',
        '--email',
        'x@example.com',
        '--amount',
        '5',
        '--reason',
        'r',
      )
    ).message,
  ).toBe('No shopper has this email.');
});

test('a payment is shown without address and phone, and settled again without effect', async () => {
  const { shopper } = await buyer(1);
  const [row] = await api.db.query<{ reference: string }>(
    'SELECT reference FROM payments WHERE user_id = $1',
    [shopper.id],
  );
  const reference = row?.reference as string;
  const shown = await runOpsCommandInTest(api, 'payment', 'show', reference);
  expect(shown.data).toMatchObject({
    reference,
    status: 'succeeded',
    outcome: 'ordered',
    lines: [{ quantity: 1 }],
  });
  expect(JSON.stringify(shown.data)).not.toContain(shopper.phone);
  expect((await runOpsCommandInTest(api, 'payment', 'resettle', reference)).data).toMatchObject({
    result: 'ordered',
  });
  expect((await runOpsCommandInTest(api, 'payment', 'show', 'gb-NOPE')).exitCode).toBe(1);
});

test('the clock moves in the sandbox, for every process', async () => {
  const run = await runOpsCommandInTest<{ advancedMs: number }>(api, 'clock', 'advance', '1d12h');
  expect(run.data.advancedMs).toBe(36 * 3_600_000);
  const [row] = await api.db.query<{ ahead: number }>(
    'SELECT extract(epoch FROM app_now() - now())::int AS ahead',
  );
  expect(row?.ahead).toBeGreaterThanOrEqual(36 * 3_600);
  expect((await runOpsCommandInTest(api, 'clock', 'advance', 'soon')).exitCode).toBe(1);
  const closed = {
    ...api.deps,
    config: { ...api.config, sandbox: { isOn: false, isLocal: true, speed: 1 } },
  };
  const refused = await runOpsCommand(['clock', 'advance', '1h'], async () => closed);
  expect([refused.exitCode, refused.stderr]).toEqual([1, 'The clock moves only in the sandbox.\n']);
});

test('invariants are judged, and a breach is exit code 1', async () => {
  const judge = () =>
    runOpsCommandInTest<{ holds: boolean; invariants: { name: string; holds: boolean }[] }>(
      api,
      'invariants',
    );
  const good = await judge();
  expect([good.exitCode, good.data.holds]).toEqual([0, true]);
  expect(good.data.invariants.filter(({ holds }) => !holds)).toEqual([]);
  const { groupId } = await buyer(2);
  await api.db.query('UPDATE groups SET units_sold = units_sold + 1 WHERE id = $1', [groupId]);
  const bad = await judge();
  expect([bad.exitCode, bad.data.holds]).toEqual([1, false]);
  expect(bad.data.invariants.filter(({ holds }) => !holds).map(({ name }) => name)).toEqual(['I5']);
  await api.db.query('UPDATE groups SET units_sold = units_sold - 1 WHERE id = $1', [groupId]);
});

test('an unknown command, an unknown option and a missing value are refused', async () => {
  expect((await runOpsCommandInTest(api, 'product', 'explode')).message).toContain(
    'There is no command "product explode".',
  );
  expect((await runOpsCommandInTest(api, 'product', 'list', '--colour', 'red')).message).toContain(
    'has no option --colour',
  );
  expect((await runOpsCommandInTest(api, 'group', 'list', '--status')).message).toBe(
    '--status needs a value.',
  );
  const help = await runOpsCommand([], async () => api.deps);
  expect(help.exitCode).toBe(0);
  expect(help.stdout).toContain('group review GROUP-ID --reason REASON [--dry-run]');
});
