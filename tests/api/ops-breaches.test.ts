import { expect, test } from 'vitest';
import { startTestApi } from '../support/api.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { runOpsCommandInTest } from '../support/ops.ts';
import { addOpsCommandFixture } from '../support/with-ops.ts';

/** The register of personal data breaches. @source accounts.md, data protection */

const shop = openFixtureForFile(startTestApi, addOpsCommandFixture);

const breach = [
  ...['--noticed', '2026-01-02T09:30', '--what', 'a list of orders was sent to the wrong address'],
  ...['--whose', 'names and phones of 12 shoppers', '--done', 'the receiver has deleted it'],
];
const register = async () =>
  (await runOpsCommandInTest<Record<string, unknown>[]>(shop, 'breach', 'list')).data;

test('a breach is recorded with when it was noticed, what, whose and what was done, and with who was told when', async () => {
  expect(await shop.say('breach', 'list')).toBe('None.\n');
  const { data } = await runOpsCommandInTest<{ id: number }>(shop, 'breach', 'record', ...breach);
  const known = {
    id: data.id,
    noticedAt: '2026-01-02T08:30:00.000Z',
    what: 'a list of orders was sent to the wrong address',
    whose: 'names and phones of 12 shoppers',
    done: 'the receiver has deleted it',
    recordedBy: 'system',
    dueAt: '2026-01-05T08:30:00.000Z',
    commissionToldAt: null,
    shoppersToldAt: null,
  };
  expect(await register()).toEqual([known]);
  const told = (whom: string, at: string) =>
    runOpsCommandInTest(
      shop,
      'breach',
      'told',
      String(data.id),
      '--whom',
      whom,
      '--at',
      at,
      '--how',
      'by e-mail',
    );
  expect((await told('commission', '2026-01-03T10:00')).ok).toBe(true);
  // A second report to the same authority does not change the time of the first.
  await told('commission', '2026-01-09T10:00');
  const toldAt = '2026-01-03T09:00:00.000Z';
  expect(await register()).toEqual([{ ...known, commissionToldAt: toldAt }]);
  await told('shoppers', '2026-01-04T10:00');
  expect(await register()).toMatchObject([
    { commissionToldAt: toldAt, shoppersToldAt: '2026-01-04T09:00:00.000Z' },
  ]);
});

test.each([
  [
    ['told', '999', '--whom', 'shoppers', '--at', '2026-01-03T10:00', '--how', 'x'],
    'There is no breach 999.',
  ],
  [
    ['told', 'one', '--whom', 'shoppers', '--at', '2026-01-03T10:00', '--how', 'x'],
    'ID is the number of a row.',
  ],
  [
    ['told', '1', '--whom', 'nobody', '--at', '2026-01-03T10:00', '--how', 'x'],
    '--whom is one of commission, shoppers.',
  ],
  [['record', ...breach.slice(2)], '--noticed is required.'],
  [
    ['record', '--noticed', 'yesterday', ...breach.slice(2)],
    'yesterday: a time is YYYY-MM-DDTHH:MM, in Lagos.',
  ],
  [
    ['record', '--noticed', '2026-13-40T10:00', ...breach.slice(2)],
    '2026-13-40T10:00: a time is YYYY-MM-DDTHH:MM, in Lagos.',
  ],
  [['record', '--noticed', '2099-01-01T10:00', ...breach.slice(2)], '2099-01-01T10:00 is in the future.'],
])('%j is refused', async (words, message) => {
  const before = await register();
  expect((await runOpsCommandInTest(shop, 'breach', ...words)).message).toBe(message);
  expect(await register()).toEqual(before);
});
