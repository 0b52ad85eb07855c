import { beforeAll, expect, test, vi } from 'vitest';
import { createOutboxTopicHandlers } from '../../server/jobs/outbox-job.ts';
import type { OutboxRow } from '../../server/outbox/outbox-worker.ts';
import type { LiveEventSender } from '../../server/realtime/publish.ts';
import { startTestApi } from '../support/api.ts';
import { addTestPickupCentre, addTestProduct } from '../support/api-catalogue.ts';
import { payFromWalletThroughApi } from '../support/api-checkout.ts';
import { signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { adjustTestWallet } from '../support/give-money.ts';

const api = openFixtureForFile(startTestApi);
let join: { productId: string; groupId: string; userId: string };

beforeAll(async () => {
  await addTestPickupCentre(api);
  const product = await addTestProduct(api, { title: 'Garri' });
  const shopper = await signUpShopper(api, { name: 'Ada Obi' });
  await adjustTestWallet(api, shopper.id, 20_000);
  await payFromWalletThroughApi(api, shopper, product, 1);
  const [item] = await api.db.query<{ productId: string; groupId: string }>(
    `SELECT g.product_id AS "productId", g.id AS "groupId" FROM order_items i JOIN groups g ON g.id = i.group_id`,
  );
  join = { ...(item as { productId: string; groupId: string }), userId: shopper.id };
});

/** Tells joins of these ages right after one another. @returns what open sockets receive. */
const hear = (...agesS: number[]) => hearEvery(0, agesS);

/** Tells joins one after another. @param gapMs the time between two of them. */
async function hearEvery(gapMs: number, agesS: readonly number[]): Promise<string[]> {
  const heard: string[] = [];
  const live: LiveEventSender = {
    notification() {},
    groupSuccessful() {},
    purchase: ({ userName, productName }) => heard.push(`${userName}, ${productName}`),
    groupMoved: () => heard.push('progress'),
  };
  const rows = await api.db.query<{ at: string }>(
    `SELECT to_json(app_now() - age * interval '1 second') #>> '{}' AS at FROM unnest($1::float8[]) AS age`,
    [agesS],
  );
  const payloads = rows.map(({ at }) => ({ payload: { ...join, at } }) as unknown as OutboxRow<'join'>);
  const effects = await createOutboxTopicHandlers(live).join(api.db, payloads);
  const clock = vi.spyOn(Date, 'now');
  const startMs = Date.now();
  for (const [index, tell] of effects.entries()) {
    clock.mockReturnValue(startMs + index * gapMs);
    tell();
  }
  clock.mockRestore();
  return heard;
}

test('a join is told with the first name, and moves the progress', async () => {
  expect(await hear(0)).toEqual(['progress', 'Ada O., Garri']);
});

test('a join of a minute ago is not "just joined" any more', async () => {
  expect(await hear(30)).toEqual(['progress', 'Ada O., Garri']);
  expect(await hear(90)).toEqual(['progress']);
});

test('of joins within two seconds one is told', async () => {
  expect(await hear(0, 0, 0)).toEqual(['progress', 'Ada O., Garri', 'progress', 'progress']);
  expect(await hearEvery(1_999, [0, 0])).toEqual(['progress', 'Ada O., Garri', 'progress']);
  expect(await hearEvery(2_000, [0, 0])).toEqual(['progress', 'Ada O., Garri', 'progress', 'Ada O., Garri']);
});

test('a shopper who does not want to be named is not', async () => {
  await api.db.query('UPDATE users SET social_proof = false WHERE id = $1', [join.userId]);
  expect(await hear(0)).toEqual(['progress']);
});
