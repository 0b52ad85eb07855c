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

/** A way through all screens of the console, each of which has something to show. */
export interface ConsoleTour {
  /** Makes an owner of whoever looks at a page that is not open yet: they may see all, and work at a centre. */
  enter(page: Page): Promise<void>;
  /** What stands for `:id`, by a screen's address. */
  ids: ReadonlyMap<string, string>;
  /** Where a screen of the table is opened. */
  placeOf(path: string): string;
}

/** @param openPage of a browser that is nobody's yet, with the shop's address as its base. */
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
  // What a screen is asked for, where without it there is less to see.
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
  // Of what shows at a pickup centre: goods to pack, goods that wait too long, goods given without proof.
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
