import type { Page } from 'playwright-core';
import { opsScreenPaths } from '../../src/ops/screens.ts';
import { signInOnConsolePage } from './console-page.ts';
import {
  backdateReadyOrder,
  createApprovalProposal,
  createDeadOutboxRow,
  createFlaggedReferral,
  createInvalidCodeHandOut,
  createReadyOrder,
  createRecoveryRequest,
  createWalletPurchase,
} from './console-situations.ts';
import { createPickupTestOrder } from './pickup-order.ts';
import type { TestShop } from './shop.ts';

/** The tour opens all screens of the console, each with data to show. */
export interface ConsoleScreensTour {
  /** Signs an owner in before the page opens. An owner may see every screen and has a centre. */
  enter(page: Page): Promise<void>;
  /** Value of `:id`, by a screen's address. */
  ids: ReadonlyMap<string, string>;
  /** Address at which a screen is opened. */
  placeOf(path: string): string;
}

/** @param openPage opens a signed-out page with the shop's address as its base. */
export async function openConsoleScreensTour(
  shop: TestShop,
  openPage: () => Promise<Page>,
): Promise<ConsoleScreensTour> {
  const { centre } = await createReadyOrder(shop);
  const bought = await createWalletPurchase(shop);
  const request = await createRecoveryRequest(shop);
  const ids = new Map<string, string>([
    [opsScreenPaths.shopper, bought.userId],
    [opsScreenPaths.payment, bought.reference],
    [opsScreenPaths.group, bought.groupId],
    [opsScreenPaths.recoveryRequest, request.id],
    [opsScreenPaths.product, 'local-parboiled-rice-50kg'],
  ]);
  // These screens show more with a query.
  const asked = new Map<string, string>([[opsScreenPaths.work, `?row=${await createDeadOutboxRow(shop)}`]]);
  const carried = {
    [opsScreenPaths.find]: { q: 'amaka' },
    [opsScreenPaths.referrals]: { friend: await createFlaggedReferral(shop) },
  };
  await shop.db.query(`INSERT INTO alarms (kind, subject) VALUES ('disk', 'here')`);
  const [finance, owner] = [await openPage(), await openPage()];
  await signInOnConsolePage(finance, shop, 'femi', 'finance');
  await signInOnConsolePage(owner, shop, 'ngozi', 'owner');
  await createApprovalProposal(finance, shop);
  // A pickup centre shows goods to pack, overdue goods and unproven hand-outs.
  await createPickupTestOrder(shop, 'Kemi Ojo', { secured: ['Semolina'] });
  await backdateReadyOrder(
    shop,
    await createPickupTestOrder(shop, 'Chidi Eze', { ready: ['Ijebu garri'] }),
    5,
  );
  const { trackingNumber } = await createInvalidCodeHandOut(owner, shop);
  ids.set(opsScreenPaths.order, trackingNumber).set(opsScreenPaths.orderLabel, trackingNumber);
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
