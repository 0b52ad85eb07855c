import { afterEach, beforeEach, describe, it } from 'vitest';
import { forFile } from '../support/for-file.ts';
import { COLUMNS } from './columns.ts';
import { expectOnce } from './fault-row.ts';
import { FAULT_ROWS } from './faults.ts';
import { expectInvariants } from './invariants.ts';
import { Scene } from './scene.ts';
import { openShopSite } from './shop-site.ts';

/** Every fault against everything a shopper does, on the built app, over a line that really breaks. */

const site = forFile(openShopSite);
let scene: Scene;

afterEach(() => scene?.close());

describe.each(FAULT_ROWS)('$name', (fault) => {
  beforeEach(async () => {
    scene = await Scene.open(site, { isSettled: fault.kills === true });
  });
  it.each(COLUMNS)('$name', { timeout: 180_000 }, async (column) => {
    try {
      await column.prepare(scene);
      await fault.run(scene, column);
      scene.proxy.heal();
      await (fault.expectAfter ?? expectOnce)(scene, column);
      await expectInvariants(scene);
    } catch (error) {
      console.log(String(error), await scene.describe());
      throw error;
    }
  });
});
