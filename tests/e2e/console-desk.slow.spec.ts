import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { OperatorRole } from '../../server/ops/action.ts';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { signInOnConsolePage } from '../support/console-page.ts';
import {
  createApprovalProposal,
  createDeadOutboxRow,
  createFlaggedReferral,
  createRecoveryRequest,
  createWalletPurchase,
} from '../support/console-situations.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';
import { callShopApi } from '../support/shopper.ts';

/** Each kind of work that Today lists is done at the console, and logged. */

const browser = registerBrowserForFile();
const here = registerShopForFile();

let people = 0;
async function somebody(
  role: OperatorRole,
): Promise<{ page: Page; name: string; allow: (line: RegExp) => void }> {
  const { page, watch } = await browser.visit({ baseURL: here.shop.url });
  const name = `${role}-${++people}`;
  await signInOnConsolePage(page, here.shop, name, role);
  return { page, name, allow: watch.allow };
}
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const main = (page: Page) => page.getByRole('main');
const form = (page: Page, name: string | RegExp) => page.getByRole('form', { name });

/** Reads what an operator did, the oldest first, without the looks. */
const actsOf = (name: string) =>
  here.shop.db.query<{ action: string; target: string; reason: string | null }>(
    `SELECT action, target, reason FROM audit_log WHERE actor = $1 AND ip = '127.0.0.1'
       AND action NOT LIKE 'console.%' AND action !~ '\\.(show|list|history)$' ORDER BY id`,
    [`operator:${name}`],
  );

it('a group is stopped, found from Today, and failed with what it would move told first', async () => {
  const { shop } = here;
  const { groupId } = await createWalletPurchase(shop);
  const { page, name, allow } = await somebody('ops');
  await page.goto(`/ops/groups/${groupId}`);
  const stop = form(page, 'Put the group under review');
  await stop.getByLabel('Reason').fill('the seller is late');
  await stop.getByRole('button', { name: 'Preview' }).click();
  await stop.getByText('The group would be: Under review.').waitFor();
  expect(await actsOf(name)).toEqual([]);
  await stop.getByRole('button', { name: 'Put Under Review' }).click();
  await main(page).getByText('The group is now: Under review.').waitFor();

  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Today' }).click();
  await page.getByRole('link', { name: 'Groups under review: 1' }).click();
  await heading(page, 'Groups').waitFor();
  await page.getByRole('link', { name: /Red Palm Oil/ }).click();

  // The group has not reached its minimum, so the console refuses to secure it.
  allow(/ 400 .*\/secure$/);
  await page.getByRole('button', { name: 'Secure', exact: true }).click();
  const secure = form(page, /^Secure the group/);
  await secure.getByLabel('Reason').fill('try');
  await secure.getByRole('button', { name: 'Preview' }).click();
  await secure.getByRole('alert').getByText('Only 5 of its 250 units are paid. Fail this group.').waitFor();

  await page.getByRole('button', { name: 'Fail', exact: true }).click();
  const fail = form(page, /^Fail the group/);
  await fail.getByLabel('Reason').fill('the seller is gone');
  await fail.getByRole('button', { name: 'Preview' }).click();
  await fail.getByText('To refund: 1 member, ₦9,500.').waitFor();
  // Changing the reason keeps the preview, because a reason changes no money.
  await fail.getByLabel('Reason').fill('the seller is gone for good');
  await fail.getByRole('button', { name: 'Fail the Group' }).click();
  await main(page)
    .getByText(/^The group is now: (Failed|Refunded)\.$/)
    .waitFor();
  expect(await actsOf(name)).toEqual([
    { action: 'group.review', target: `group:${groupId}`, reason: 'the seller is late' },
    { action: 'group.fail', target: `group:${groupId}`, reason: 'the seller is gone for good' },
  ]);
});

it('a recovery request is approved, its key shown once and good; another one is turned down', async () => {
  const { shop } = here;
  const first = await createRecoveryRequest(shop, 'Bola Ade');
  const second = await createRecoveryRequest(shop, 'Kemi Ojo');
  const { page, name } = await somebody('support');
  await page.goto('/ops');
  await page.getByRole('link', { name: 'Recovery requests: 2' }).click();
  await heading(page, 'Recovery requests').waitFor();
  await page.getByRole('link', { name: 'Kemi Ojo' }).waitFor();
  expect(await page.getByRole('rowheader').getByRole('link').allTextContents()).toEqual([
    'Bola Ade',
    'Kemi Ojo',
  ]);
  await page.getByRole('link', { name: 'Bola Ade' }).click();
  await main(page).getByText('My phone fell into the lagoon').waitFor();
  await form(page, 'Give out a temporary key').getByRole('button', { name: 'Approve' }).click();
  const key = main(page).getByText(/^([A-Z0-9]{4}-)+[A-Z0-9]+$/);
  const temporaryKey = (await key.textContent()) ?? '';
  expect(await page.getByRole('link', { name: 'Send by WhatsApp' }).getAttribute('href')).toContain(
    encodeURIComponent(temporaryKey),
  );
  await page.reload();
  await main(page).getByText('This request has already been answered.').waitFor();

  await page.getByRole('link', { name: 'All requests' }).click();
  await page.getByRole('link', { name: 'Kemi Ojo' }).click();
  const turnDown = form(page, 'Decline the request');
  await turnDown.getByLabel('Reason').fill('another voice');
  await turnDown.getByRole('button', { name: 'Decline' }).click();
  await main(page).getByText('The request is declined.').waitFor();
  expect(await actsOf(name)).toMatchObject([
    { action: 'recovery.approve', target: `user:${first.userId}` },
    { action: 'recovery.reject', target: expect.stringContaining(second.id), reason: 'another voice' },
  ]);
});

it('a proposal is refused to who has asked for it, and agreed to by a second person elsewhere', async () => {
  const { shop } = here;
  const [femi, ngozi] = [await somebody('finance'), await somebody('finance')];
  const id = await createApprovalProposal(femi.page, shop);
  await femi.page.goto('/ops/approvals');
  const own = femi.page.getByRole('region', { name: `Proposal ${id}` });
  await own.getByText('You asked for this. Another person has to approve it').waitFor();
  expect(await own.getByRole('button').allTextContents()).toEqual(['Withdraw']);
  // The server also refuses a call that goes round the page.
  const refused = await femi.page.request.post(`${shop.url}/api/ops/approvals/${id}/agree`, {
    headers: { origin: shop.url },
  });
  expect([refused.status(), (await refused.json()).message]).toEqual([
    409,
    `Another operator must approve, not ${femi.name} again.`,
  ]);

  await ngozi.page.goto('/ops');
  await ngozi.page.getByRole('link', { name: 'Actions waiting for approval: 1' }).click();
  const waiting = ngozi.page.getByRole('region', { name: `Proposal ${id}` });
  await waiting.getByText('Two bags were torn').waitFor();
  await waiting.getByRole('heading', { name: `${id}. Give a shopper goodwill credit, ₦60,000` }).waitFor();
  await waiting.getByRole('button', { name: 'Approve' }).click();
  await main(ngozi.page)
    .getByText(/^You approved number \d+\. ₦60,000 given/)
    .waitFor();
  await main(ngozi.page).getByText('Nothing is waiting for approval.', { exact: false }).waitFor();
  await femi.page.reload();
  await main(femi.page)
    .getByText(new RegExp(`^Done, by ${ngozi.name}, ₦60,000 given`))
    .waitFor();

  const second = await createApprovalProposal(femi.page, shop, 70_000);
  await ngozi.page.reload();
  const decline = ngozi.page.getByRole('region', { name: `Proposal ${second}` });
  await decline.getByLabel('Reason').fill('too much');
  await decline.getByRole('button', { name: 'Decline' }).click();
  await main(ngozi.page).getByText(`Number ${second} is declined.`).waitFor();
  expect(await actsOf(ngozi.name)).toMatchObject([
    { action: 'approval.agree', target: `proposal:${id}` },
    { action: 'approval.agree_answered', target: `proposal:${id}` },
    { action: 'approval.decline', target: `proposal:${second}`, reason: 'too much' },
  ]);
});

it('work that was given up is tried again or closed, and the log tells it by person, target and day', async () => {
  const { shop } = here;
  const [revived, closed] = [await createDeadOutboxRow(shop), await createDeadOutboxRow(shop)];
  const { page, name } = await somebody('ops');
  await page.goto('/ops');
  await page.getByRole('link', { name: 'Failed tasks: 2' }).click();
  await page.getByRole('link', { name: `${closed}, referral` }).click();
  const close = form(page, `Close task ${closed} without doing it`);
  await close.getByLabel('Reason').fill('it is closed by hand');
  await close.getByRole('button', { name: 'Close', exact: true }).click();
  await main(page).getByText(`Task ${closed} is closed.`).waitFor();
  await page.getByRole('link', { name: `${revived}, referral` }).click();
  await form(page, `Try task ${revived} again`).getByRole('button', { name: 'Try Again' }).click();
  await main(page).getByText(`Task ${revived} will be tried again.`).waitFor();
  await main(page).getByText('No failed tasks.', { exact: false }).waitFor();

  await page.goto('/ops/audit');
  const search = form(page, 'Search the log');
  await search.getByLabel('Operator').selectOption(name);
  await search.getByLabel('Search').fill('closed by hand');
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' }).format(new Date());
  await search.getByLabel('Day').fill(day);
  await search.getByRole('button', { name: 'Search' }).click();
  const lines = page.getByRole('list', { name: 'Entries' }).getByRole('listitem');
  await expect.poll(() => lines.count()).toBe(1);
  const line = lines.first();
  await line.getByText('it is closed by hand').waitFor();
  await line.getByText('Before and after').click();
  await line.getByText('nothing → true').waitFor();
  await line.getByRole('link', { name: `Task ${closed}` }).waitFor();
  await search.getByLabel('Search').fill('nobody did this');
  await search.getByRole('button', { name: 'Search' }).click();
  await main(page)
    .getByText(/^No matching entries\./)
    .waitFor();
});

it('the log is leafed through, a page at a time', async () => {
  const { page, name } = await somebody('support');
  await here.shop.db.query(
    `INSERT INTO audit_log (actor, action, target) SELECT 'operator:' || $1, 'find', 'page:' || n
     FROM generate_series(1, 60) n`,
    [name],
  );
  await page.goto(`/ops/audit?by=${name}&kind=reads`);
  const lines = page.getByRole('list', { name: 'Entries' }).getByRole('listitem');
  await expect.poll(() => lines.count()).toBe(50);
  await page.getByRole('button', { name: 'Show More' }).click();
  await expect.poll(() => lines.count()).toBeGreaterThan(59);
  expect(await page.getByRole('button', { name: 'Show More' }).count()).toBe(0);
});

it('a flagged referral counts after somebody has looked, and who may not judge sees no way to', async () => {
  const friend = await createFlaggedReferral(here.shop);
  const support = await somebody('support');
  await support.page.goto('/ops/referrals');
  await support.page.evaluate((usr) => history.replaceState({ usr, key: 'tried' }, ''), { friend });
  await support.page.reload();
  await support.page.getByRole('row', { name: new RegExp(friend) }).waitFor();
  expect(await main(support.page).getByRole('button').count()).toBe(0);
  const { page, name } = await somebody('finance');
  await page.goto('/ops/referrals');
  await page.getByRole('link', { name: friend }).click();
  expect(page.url(), 'no shopper in an address').not.toContain('@');
  await form(page, friend).getByLabel('Reason').fill('two sisters with one phone');
  await page.getByRole('button', { name: 'Count It' }).click();
  await main(page).getByText(`The referral of ${friend} counts.`).waitFor();
  await main(page).getByText('No referral is flagged.').waitFor();
  expect(await actsOf(name)).toMatchObject([
    { action: 'referral.clear', reason: 'two sisters with one phone' },
  ]);
});

it('an owner names an operator, whose secret is shown once and opens the door, and lets them go', async () => {
  const { page, name } = await somebody('owner');
  await page.goto('/ops/operators');
  const add = form(page, 'Add an operator');
  await add.getByLabel('Name').fill('bisi');
  await add.getByLabel('Role').selectOption('finance');
  await add.getByRole('button', { name: 'Add Operator' }).click();
  await main(page).getByText('The secret of bisi, shown once.').waitFor();
  const secret = (await page.getByLabel('Secret of bisi').textContent()) ?? '';
  const enrolled = await callShopApi(here.shop.url, 'POST', '/api/ops/enrol', {
    body: { name: 'bisi', secret, password: 'palm wine at the market 7' },
    headers: { origin: here.shop.url },
  });
  expect(enrolled.status).toBe(200);
  await page.getByRole('link', { name: 'bisi' }).click();
  const remove = form(page, 'Remove bisi');
  await remove.getByLabel('Reason').fill('left us');
  await remove.getByRole('button', { name: 'Remove' }).click();
  await main(page).getByText('bisi is removed.').waitFor();
  expect(await page.getByLabel('Secret of bisi').count()).toBe(0);
  await page.getByRole('row', { name: /bisi.*Removed/ }).waitFor();
  expect(await actsOf(name)).toMatchObject([
    { action: 'operator.add', target: 'operator:bisi' },
    { action: 'operator.remove', target: 'operator:bisi', reason: 'left us' },
  ]);
  const support = await somebody('support');
  await support.page.goto('/ops/operators');
  await support.page.getByRole('row', { name: /bisi/ }).waitFor();
  expect(await main(support.page).getByRole('button').count()).toBe(0);
});
