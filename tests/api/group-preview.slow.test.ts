import { beforeAll, expect, test } from 'vitest';
import { createCatalogueService } from '../../server/features/catalogue/catalogue-service.ts';
import { findGroupInvitation } from '../../server/features/groups/group-invitation-repository.ts';
import {
  createGroupPreviewImageCache,
  GROUP_PREVIEW_CONTENT_CACHE_MS,
} from '../../server/features/groups/preview/group-preview-image-cache.ts';
import { drawGroupPreviewImage } from '../../server/features/groups/preview/preview-drawing.ts';
import { createGroupPreviewContentReader } from '../../server/group-preview-images.ts';
import { startTestApi } from '../support/api.ts';
import { addTestPickupCentre, addTestProduct } from '../support/api-catalogue.ts';
import { payFromWalletThroughApi } from '../support/api-checkout.ts';
import { type SignedUpApiShopper, signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { adjustTestWallet } from '../support/give-money.ts';

const api = openFixtureForFile(() => startTestApi({ env: { RATE_LIMIT_FACTOR: '1000' } }));
const SHOPPERS = 50;
const READS = 200;
const MINIMUM = 60;

beforeAll(() => addTestPickupCentre(api));

test('200 times while 50 join, the picture is never ahead of the database and at most 60 s behind', async () => {
  const product = await addTestProduct(api, { title: 'Garri', priceNaira: 1_000, minUnits: MINIMUM });
  const shoppers: SignedUpApiShopper[] = [];
  while (shoppers.length <= SHOPPERS) {
    const shopper = await signUpShopper(api, { name: `Shopper ${shoppers.length}` });
    await adjustTestWallet(api, shopper.id, 5_000);
    shoppers.push(shopper);
  }
  const [first, ...others] = shoppers;
  if (!first) throw new Error('nobody signed up');
  await payFromWalletThroughApi(api, first, product, 1);
  const readSold = async () => {
    const [group] = await api.db.query<{ id: string; sold: number }>(
      'SELECT id, units_sold AS sold FROM groups WHERE product_id = $1',
      [product],
    );
    if (!group) throw new Error('no group is open');
    return group;
  };

  // The clock between two reads is simulated, so that cached figures become old while the joins are real.
  let nowMs = 0;
  let drawnSold = 0;
  const previews = createGroupPreviewImageCache(
    createGroupPreviewContentReader(
      api.db,
      { invitation: findGroupInvitation },
      createCatalogueService(api.deps),
    ),
    (content) => {
      drawnSold = MINIMUM - Number(/^Needs (\d+) items? more$/.exec(content.state)?.[1]);
      return drawGroupPreviewImage(content, { brandName: 'Ajora', image: null });
    },
    () => nowMs,
  );

  const seen: { atMs: number; sold: number }[] = [];
  const addresses = new Set<string>();
  const { id } = await readSold();
  let joined = 0;
  const joinAll = async () => {
    for (const shopper of others) {
      await payFromWalletThroughApi(api, shopper, product, 1);
      joined += 1;
    }
  };
  const readAll = async () => {
    for (let read = 0; read < READS; read += 1) {
      seen.push({ atMs: nowMs, sold: (await readSold()).sold });
      addresses.add((await previews.path(id)) ?? '');
      const picture = await previews.getImage(id, '', async () => {});
      expect(picture?.jpeg.length).toBeLessThanOrEqual(60_000);
      expect(drawnSold, 'ahead of the database').toBeLessThanOrEqual((await readSold()).sold);
      const aMinuteAgo = seen.filter(({ atMs }) => atMs <= nowMs - GROUP_PREVIEW_CONTENT_CACHE_MS).at(-1);
      expect(drawnSold, 'older than a minute').toBeGreaterThanOrEqual(aMinuteAgo?.sold ?? 0);
      nowMs += 13_000;
      // The reads wait for the joins, so that the joins are spread over the reads.
      while (joined < Math.floor((read * SHOPPERS) / READS)) await new Promise((done) => setImmediate(done));
    }
  };
  await Promise.all([joinAll(), readAll()]);
  expect(drawnSold).toBeGreaterThan(SHOPPERS / 2);
  // The address changes with the figures, because a chat keeps the picture of an address.
  expect(addresses.size).toBeGreaterThan(5);
  expect((await readSold()).sold).toBe(SHOPPERS + 1);
});
