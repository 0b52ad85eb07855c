import type { Page } from 'playwright-core';
import { opsScreens } from '../../src/ops/screens.ts';
import { enterConsole } from './console-page.ts';
import {
  deadWorkOf,
  flaggedFriendOf,
  letWait,
  proposalOf,
  purchaseOf,
  readyOrderOf,
  recoveryRequestOf,
  unprovenOf,
} from './console-situations.ts';
import { buyForPickup } from './pickup-order.ts';
import type { Shop } from './shop.ts';

/** The tour opens all screens of the console, each with data to show. */
export interface ConsoleTour {
  /** Signs an owner in before the page opens. An owner may see every screen and has a centre. */
  enter(page: Page): Promise<void>;
  /** Value of `:id`, by a screen's address. */
  ids: ReadonlyMap<string, string>;
  /** Address at which a screen is opened. */
  placeOf(path: string): string;
}

/** @param openPage opens a signed-out page with the shop's address as its base. */
export async function openTour(shop: Shop, openPage: () => Promise<Page>): Promise<ConsoleTour> {
  const { centre } = await readyOrderOf(shop);
  const bought = await purchaseOf(shop);
  const request = await recoveryRequestOf(shop);
  const ids = new Map<string, string>([
    [opsScreens.shopper, bought.userId],
    [opsScreens.payment, bought.reference],
    [opsScreens.group, bought.groupId],
    [opsScreens.recoveryRequest, request.id],
    [opsScreens.product, 'local-parboiled-rice-50kg'],
  ]);
  // These screens show more with a query.
  const asked = new Map<string, string>([[opsScreens.work, `?row=${await deadWorkOf(shop)}`]]);
  const carried = {
    [opsScreens.find]: { q: 'amaka' },
    [opsScreens.referrals]: { friend: await flaggedFriendOf(shop) },
  };
  await shop.db.query(`INSERT INTO alarms (kind, subject) VALUES ('disk', 'here')`);
  const [finance, owner] = [await openPage(), await openPage()];
  await enterConsole(finance, shop, 'femi', 'finance');
  await enterConsole(owner, shop, 'ngozi', 'owner');
  await proposalOf(finance, shop);
  // A pickup centre shows goods to pack, overdue goods and unproven hand-outs.
  await buyForPickup(shop, 'Kemi Ojo', { secured: ['Semolina'] });
  await letWait(shop, await buyForPickup(shop, 'Chidi Eze', { ready: ['Ijebu garri'] }), 5);
  ids.set(opsScreens.order, (await unprovenOf(owner, shop)).trackingNumber);
  const cookies = await owner.context().cookies();
  return {
    async enter(page) {
      await page.context().addCookies(cookies);
      await page.addInitScript((code) => localStorage.setItem('ops-centre', code), centre);
      await page.addInitScript((states: Record<string, object>) => {
        const usr = states[location.pathname];
        if (usr) history.replaceState({ usr, key: 'tour' }, '');
      }, carried);
    },
    ids,
    placeOf: (path) => path.replace(':id', ids.get(path) ?? '') + (asked.get(path) ?? ''),
  };
}
