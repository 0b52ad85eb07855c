import { expect } from 'vitest';
import type { CannedProxyResponse } from '../support/fault-proxy.ts';
import { waitWithoutInteraction } from '../support/quiet-for.ts';
import type { FaultRow } from './fault-row.ts';

/** Faults between phone and shop: a hotel's sign-in page, a filter, a gateway without its shop. */

const PAGES: readonly CannedProxyResponse[] = ['page-403', 'page-404', 'page-502'];

const INITIALISE_PATH = '/api/payment/initialize';

/** A failed initialise is shown by its status, whoever answered; its outcome stays unknown. @source spec section 8 */
const sentencesOf = (page: CannedProxyResponse): string[] => {
  if (page === 'page-403') return ['Access denied: You may not have permission to make this payment.'];
  return page === 'page-404' ? ['Payment service not found. Please contact support.'] : [];
};

export const PROXY_FAULTS: readonly FaultRow[] = PAGES.map((page) => ({
  name: `Proxy answers a ${page}`,
  statuses: [Number(page.slice('page-'.length))],
  async run(scene, column) {
    // The second answer is for a page that asks again by itself.
    const fault = scene.proxy.inject(page, { method: column.method, path: column.path, times: 2 });
    await column.act(scene, scene.page);
    await fault.occurred();
    await waitWithoutInteraction(scene.page, 1_000);
    // A proxy knows nothing of sessions and payments, so its page must not end either.
    if (!column.isGuest)
      expect(await scene.page.evaluate(() => localStorage.getItem('token'))).not.toBeNull();
    const verdicts = await scene.page
      .getByText(/Payment (failed|cancelled|service)|not found|Access denied|Server error/i)
      .allTextContents();
    expect(verdicts).toEqual(column.path.test(INITIALISE_PATH) ? sentencesOf(page) : []);
  },
}));
