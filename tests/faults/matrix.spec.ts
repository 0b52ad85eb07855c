import { afterEach, beforeEach, describe, it } from 'vitest';
import { forFile } from '../support/for-file.ts';
import { COLUMNS } from './columns.ts';
import { expectOnce } from './fault-row.ts';
import { FAULT_ROWS } from './faults.ts';
import { expectInvariants } from './invariants.ts';
import { openShopSite } from './shop-site.ts';
import { Stage } from './stage.ts';

/** Every fault against everything a shopper does, on the built app, over a line that really breaks. */

const site = forFile(openShopSite);
let stage: Stage;

afterEach(() => stage?.close());

describe.each(FAULT_ROWS)('$name', (fault) => {
  beforeEach(async () => {
    stage = await Stage.open(site, { isSettled: fault.kills === true });
  });
  it.each(COLUMNS)('$name', { timeout: 180_000 }, async (column) => {
    try {
      await column.prepare(stage);
      await fault.run(stage, column);
      stage.proxy.heal();
      await (fault.expectAfter ?? expectOnce)(stage, column);
      await expectInvariants(stage);
    } catch (error) {
      console.log(String(error), await stage.describe());
      throw error;
    }
  });
});
