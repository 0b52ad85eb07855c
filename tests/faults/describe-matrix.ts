import { afterEach, describe, it } from 'vitest';
import { openFixtureForFile } from '../support/for-file.ts';
import type { Column } from './column.ts';
import { expectOnce } from './fault-row.ts';
import { FAULT_ROWS } from './faults.ts';
import { expectInvariants } from './invariants.ts';
import { Scene } from './scene.ts';
import { openShopSite } from './shop-site.ts';

/**
 * Tests every fault against what a shopper does, on the built app and over a connection that really breaks. The columns
 * are divided among files, each with its own shop and connection.
 */
export function describeMatrix(columns: readonly Column[]): void {
  const site = openFixtureForFile(openShopSite);
  let scene: Scene | undefined;
  afterEach(async () => {
    await scene?.close();
    scene = undefined;
  });

  describe.each(FAULT_ROWS)('$name', (fault) => {
    const befallen = columns.filter(({ isGuest }) => !(isGuest && fault.needsSession));
    it.each(befallen)('$name', { timeout: 180_000 }, async (column) => {
      const { isGuest } = column;
      const opened = await Scene.open(site, { isSettled: fault.kills === true, isGuest: isGuest === true });
      scene = opened;
      try {
        await column.prepare(opened);
        await fault.run(opened, column);
        opened.proxy.heal();
        await (fault.expectAfter ?? expectOnce)(opened, column);
        await expectInvariants(opened, [...(fault.statuses ?? []), ...(column.statuses ?? [])]);
      } catch (error) {
        console.log(String(error), await opened.describe());
        throw error;
      }
    });
  });
}
