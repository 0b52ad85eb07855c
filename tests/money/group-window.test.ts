import { expect, test } from 'vitest';
import { chooseGroupDurationHours } from '#contract/rules/group/group-window.ts';
import { readGroupProgress } from '../../server/features/groups/group-progress.ts';
import { createTestDatabase } from '../support/database.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { WINDOW, withMoney } from './support/with-money.ts';

const shop = openFixtureForFile(createTestDatabase, withMoney);

test.each([null, 24, 0.125, 200])(
  'with a window of its own of %s h a group runs as long as its page promised',
  async (own) => {
    const hours = chooseGroupDurationHours(own, WINDOW.windowHours);
    expect(hours).toBe(own ?? WINDOW.windowHours);
    const productId = await shop.product(10);
    await shop.db.query('UPDATE products SET window_hours = $2 WHERE id = $1', [productId, own]);
    const promised = await readGroupProgress(shop.db, productId, WINDOW.windowHours);
    expect(promised).toMatchObject({ groupId: null, timeRemaining: hours * 3_600_000 });
    await shop.buyByCard(await shop.shopper(), { productId, quantity: 1 });
    const [group] = await shop.db.query<{ hours: number }>(
      'SELECT extract(epoch FROM deadline - opened_at)::float8 / 3600 AS hours FROM groups WHERE product_id = $1',
      [productId],
    );
    expect(group?.hours).toBe(hours);
  },
);
