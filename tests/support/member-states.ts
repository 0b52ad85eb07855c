import type { Page } from 'playwright-core';
import type { GroupStatus, MyGroupsReply } from '#contract/schemas/group.ts';
import type { ReferralInfoReply, ReferralStats } from '#contract/schemas/referral.ts';
import { COPIED_STATE_MS } from '../../src/ui/message/use-copied.ts';
import { waitForLoadingIndicator } from './purchase-states.ts';
import {
  disableTimersOfDuration,
  editResponsesOf,
  failRequestsTo,
  holdRequestsTo,
  OFFLINE_LOG_PATTERN,
  SERVER_ERROR_LOG_PATTERN,
  skipRetryDelays,
  startPageOffline,
} from './screen-line.ts';
import { openNotificationPanel, type ScreenTestCase, waitForVisibleText } from './screens.ts';
import { locateVisibleButton, waitForHydration } from './shopper-actions.ts';

const STATUSES: readonly GroupStatus[] = [
  'active',
  'successful',
  'secured',
  'processing',
  'packaging',
  'ready_for_pickup',
  'delivered',
  'failed',
  'refunded',
  'manual_review',
];

/** These states show the members' screens: empty, loading, failed, offline and with dialogs. */
export const MEMBER_SCREEN_STATES: readonly ScreenTestCase[] = [
  {
    name: 'account-empty',
    as: 'newcomer',
    path: '/account',
    prepare: waitForVisibleText(/no group buys yet/),
  },
  {
    name: 'account-loading',
    as: 'newcomer',
    path: '/account',
    before: (page) => holdRequestsTo(page, '**/api/group/my-groups*'),
    prepare: waitForVisibleText('Your Group Buys'),
  },
  {
    name: 'account-failed',
    as: 'newcomer',
    path: '/account',
    refusal: SERVER_ERROR_LOG_PATTERN,
    before: failAtOnce('**/api/group/my-groups*'),
    prepare: waitForVisibleText('Unable to load group buys. Please try again later.'),
  },
  {
    name: 'account-offline',
    as: 'newcomer',
    path: '/account',
    refusal: OFFLINE_LOG_PATTERN,
    before: startPageOffline,
    prepare: waitForVisibleText("You're offline"),
  },
  {
    name: 'account-no-match',
    as: 'shopper',
    path: '/account',
    async prepare(page) {
      await page.getByText('Forming').first().waitFor();
      await page.getByRole('searchbox', { name: 'Search' }).fill('tractor');
      await page.getByText('No group buys match your filters.').first().waitFor();
    },
  },
  {
    name: 'account-every-status',
    as: 'shopper',
    path: '/account',
    before: liveThroughEveryStatus,
    prepare: waitForVisibleText('Delivered'),
  },
  {
    name: 'account-failed-groups',
    as: 'shopper',
    path: '/account',
    before: liveThroughEveryStatus,
    async prepare(page) {
      await page.getByRole('button', { name: 'Failed', exact: true }).click();
      await page.getByRole('main').getByText('Under review').waitFor();
    },
  },
  {
    name: 'dialog-leave-group',
    as: 'shopper',
    path: '/account',
    async prepare(page) {
      await locateVisibleButton(page, 'Leave group').click();
      await page.getByRole('dialog').getByText('Leave this group?').waitFor();
    },
  },
  {
    name: 'dialog-receipt',
    as: 'shopper',
    path: '/account',
    async prepare(page) {
      await locateVisibleButton(page, 'Receipt').click();
      await page.getByRole('dialog').getByText('Payment reference').waitFor();
    },
  },
  {
    name: 'edit-profile-errors',
    as: 'shopper',
    path: '/edit-profile',
    async prepare(page) {
      await page.getByLabel('Full name').fill('');
      await locateVisibleButton(page, 'Save changes').click();
      await locateVisibleButton(page, 'Update key').click();
      await page.getByText('Please fill in all fields').waitFor();
    },
  },
  { name: 'dialog-delete-account', as: 'shopper', path: '/edit-profile', prepare: openDeleteAccount },
  {
    name: 'dialog-delete-account-error',
    as: 'shopper',
    path: '/edit-profile',
    async prepare(page) {
      await openDeleteAccount(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click();
      await page.getByRole('dialog').getByRole('alert').waitFor();
    },
  },
  {
    name: 'notifications-empty',
    as: 'newcomer',
    path: '/',
    async prepare(page) {
      await openPanel(page);
      await page.getByText("You're all caught up!").waitFor();
    },
  },
  {
    name: 'notifications-loading',
    as: 'newcomer',
    path: '/about',
    before: (page) => holdRequestsTo(page, '**/notifications'),
    async prepare(page) {
      await openPanel(page);
      await page.getByText('Loading notifications...').waitFor();
    },
  },
  {
    name: 'notifications-failed',
    as: 'newcomer',
    path: '/about',
    refusal: SERVER_ERROR_LOG_PATTERN,
    before: failAtOnce('**/notifications'),
    async prepare(page) {
      await openPanel(page);
      await page.getByText('Notifications could not be loaded').waitFor();
    },
  },
  {
    name: 'notifications-no-match',
    as: 'shopper',
    path: '/',
    async prepare(page) {
      await openNotificationPanel(page);
      await page.getByRole('searchbox', { name: 'Search notifications' }).fill('tractor');
      await page.getByText('Try adjusting your search or filters').waitFor();
    },
  },
  {
    name: 'wallet-empty',
    as: 'newcomer',
    path: '/wallet',
    prepare: waitForVisibleText('No transactions yet'),
  },
  {
    name: 'wallet-loading',
    as: 'newcomer',
    path: '/wallet',
    before: (page) => holdRequestsTo(page, '**/api/wallet'),
    prepare: waitForLoadingIndicator(/loading/i),
  },
  {
    name: 'wallet-failed',
    as: 'newcomer',
    path: '/wallet',
    refusal: SERVER_ERROR_LOG_PATTERN,
    before: failAtOnce('**/api/wallet'),
    prepare: waitForVisibleText('We could not load your wallet'),
  },
  {
    name: 'wallet-offline',
    as: 'newcomer',
    path: '/wallet',
    refusal: OFFLINE_LOG_PATTERN,
    before: startPageOffline,
    prepare: waitForVisibleText("You're offline"),
  },
  {
    name: 'referral-empty',
    as: 'newcomer',
    path: '/referral',
    prepare: waitForVisibleText(/^No referrals yet/),
  },
  {
    name: 'referral-loading',
    as: 'newcomer',
    path: '/referral',
    before: (page) => holdRequestsTo(page, '**/api/referral/*'),
    prepare: waitForVisibleText('Loading...'),
  },
  {
    name: 'referral-copied',
    as: 'shopper',
    path: '/referral',
    before: async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await disableTimersOfDuration(page, COPIED_STATE_MS);
    },
    async prepare(page) {
      await locateVisibleButton(page, 'Copy Link').click();
      await locateVisibleButton(page, 'Copied!').waitFor();
    },
  },
  {
    name: 'referral-bonus',
    as: 'newcomer',
    path: '/referral',
    before: earnBonus,
    prepare: waitForVisibleText(/^Bonus received/),
  },
  {
    name: 'referral-broken',
    as: 'newcomer',
    path: '/referral',
    // React logs this when a panel cannot be rendered.
    refusal: /error: |uncaught/i,
    before: (page) =>
      editResponsesOf<ReferralInfoReply>(page, '**/api/referral/info', (body) => ({
        ...body,
        referredUsers: 3,
      })),
    prepare: waitForVisibleText('Something went wrong'),
  },
];

/** The list shows the shopper's group once in each of the ten statuses. */
async function liveThroughEveryStatus(page: Page): Promise<void> {
  await editResponsesOf<MyGroupsReply>(page, '**/api/group/my-groups*', (body) => ({
    ...body,
    data: STATUSES.flatMap((status, index) =>
      body.data.slice(0, 1).map((group) => ({
        ...group,
        _id: group._id.replace(/^../, `0${index}`),
        status,
        canSwitchToSolo: status === 'failed',
      })),
    ),
  }));
}

async function openPanel(page: Page): Promise<void> {
  await waitForHydration(page);
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByRole('dialog').waitFor();
}

function failAtOnce(address: string): (page: Page) => Promise<void> {
  return async (page) => {
    await skipRetryDelays(page);
    await failRequestsTo(page, address);
  };
}

async function openDeleteAccount(page: Page): Promise<void> {
  await locateVisibleButton(page, 'Delete account').click();
  await page.getByRole('dialog').getByText('Delete your account?').waitFor();
}

/** The reply is edited to have three friends who bought, which would need three shoppers and secured groups. */
async function earnBonus(page: Page): Promise<void> {
  const joinedAt = new Date(Date.UTC(2026, 4, 1)).toISOString();
  await editResponsesOf<ReferralInfoReply>(page, '**/api/referral/info', (body) => ({
    ...body,
    referralCount: 3,
    totalReferrals: 3,
    completedRounds: 1,
    totalEarnings: 500,
    hasReceivedBonus: true,
    referredUsers: ['Ngozi Eze', 'Tunde Bello', ''].map((name) => ({ name, joinedAt, active: name !== '' })),
  }));
  await editResponsesOf<ReferralStats>(page, '**/api/referral/stats', (body) => ({
    ...body,
    totalReferrals: 3,
    bonusEarned: 500,
    completedRounds: 1,
  }));
}
