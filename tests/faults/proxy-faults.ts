import { expect } from 'vitest';
import type { CannedProxyResponse } from '../support/fault-proxy.ts';
import { waitWithoutInteraction } from '../support/quiet-for.ts';
import type { FaultRow } from './fault-row.ts';

/** What something between phone and shop does to a shopper: a hotel's sign-in page, a filter, a gateway without a shop. */

const PAGES: readonly CannedProxyResponse[] = ['page-403', 'page-404', 'page-502'];

export const PROXY_FAULTS: readonly FaultRow[] = PAGES.map((page) => ({
  name: `Proxy answers a ${page}`,
  statuses: [Number(page.slice('page-'.length))],
  async run(scene, column) {
    // The second is for a page that asks again by itself.
    const fault = scene.proxy.inject(page, { method: column.method, path: column.path, times: 2 });
    await column.act(scene, scene.page);
    await fault.occurred();
    await waitWithoutInteraction(scene.page, 1_000);
    // It knows nothing of sessions and payments: neither may end by its word.
    if (!column.isGuest)
      expect(await scene.page.evaluate(() => localStorage.getItem('token'))).not.toBeNull();
    expect(
      await scene.page
        .getByText(/Payment (failed|cancelled|service)|not found|Access denied|Server error/i)
        .count(),
    ).toBe(0);
  },
}));
