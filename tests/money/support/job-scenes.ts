import Fastify from 'fastify';
import { expect } from 'vitest';
import type { Database } from '../../../server/db/database.ts';
import { requestCardRefund } from '../../../server/features/payments/card-refunds/card-refunds.ts';
import { debitWalletForReversals } from '../../../server/features/payments/reversals/reversals.ts';
import { receiveProviderWebhook } from '../../../server/features/payments/settle/webhook-service.ts';
import { createReportAlarmsJob } from '../../../server/jobs/alarms-job.ts';
import { createFullInvariantCheckJob } from '../../../server/jobs/all-invariants-job.ts';
import { createCloseGroupsJob } from '../../../server/jobs/close-groups-job.ts';
import { createChangedRowsInvariantCheckJob } from '../../../server/jobs/invariants-job.ts';
import { createOutboxJob } from '../../../server/jobs/outbox-job.ts';
import { createOutboxLagJob } from '../../../server/jobs/outbox-lag-job.ts';
import { createCardRefundsJob } from '../../../server/jobs/payments/card-refunds-job.ts';
import { createExpirePaymentsJob } from '../../../server/jobs/payments/expire-payments-job.ts';
import { createPollPaymentsJob } from '../../../server/jobs/payments/poll-payments-job.ts';
import { createProviderEventsJob } from '../../../server/jobs/payments/provider-events-job.ts';
import { createDailyReconciliationJob } from '../../../server/jobs/payments/recon-daily-job.ts';
import { createOverdueReconciliationItemsJob } from '../../../server/jobs/payments/recon-overdue-job.ts';
import { createPickupRemindersJob } from '../../../server/jobs/pickup-reminders-job.ts';
import { createShopperPushJob } from '../../../server/jobs/push-job.ts';
import { createReferralRewardsJob } from '../../../server/jobs/referral-job.ts';
import { createRefundGroupsJob } from '../../../server/jobs/refund-groups-job.ts';
import { createDataRetentionJob } from '../../../server/jobs/retention-job.ts';
import type { Job } from '../../../server/jobs/runner.ts';
import { UNLIMITED_SYSTEM_ACTOR } from '../../../server/ledger/amount-approval.ts';
import { notifyGroupMembers, notifyShopper } from '../../../server/outbox/outbox.ts';
import { openProviderBooks } from './provider-books.ts';
import { recordEvents, WELCOME_KOBO } from './run-jobs.ts';
import { GROUP_PRICE_KOBO, type MoneyShop, paidTransaction } from './with-money.ts';

const HOUR_MS = 3_600_000;
const quiet = () => undefined;
const unwatched = { onFailure: quiet };

/** A piece of work for a job. */
export interface Item {
  /** An id that occurs in the rows of this work and in no others. */
  id: string;
  /** Fails while the work is not done, or was not done as it must be. */
  expectDone(): Promise<void>;
}

export interface JobScene {
  job: (db: Database) => Job;
  /** Leaves a piece of work for the job. */
  prepare: (shop: MoneyShop) => Promise<Item>;
  /** How long the job waits before it looks at the same work again. Default none. */
  pauseMs?: number;
  /** The job only reads and has many statements, so only every n-th of them is made to fail. */
  stride?: number;
  /** The job has no work of a single shopper or group that could fail. */
  hasNoItems?: true;
}

const books = openProviderBooks();
const dead = { secrets: { vapid: { publicKey: '', privateKey: '' } } };
const config = { contact: { email: 'a@b.example' } } as never;
const deps = (db: Database) => ({ db, provider: books, groupWindowHours: 48 });

/** Makes a card payment, partly from the wallet, that is paid and of which no webhook has come. */
async function paid(shop: MoneyShop): Promise<Item & { reference: string; transactionId: string }> {
  const { userId, payment } = await shop.newAttempt(40_000);
  const transaction = paidTransaction(payment);
  books.add({ ...transaction, createdAt: new Date().toISOString() });
  return {
    id: userId,
    reference: payment.reference,
    transactionId: transaction.id,
    async expectDone() {
      const [settled] = await shop.db.query<{ outcome: string }>(
        'SELECT outcome FROM provider_transactions WHERE tx_id = $1',
        [transaction.id],
      );
      expect(settled?.outcome).toMatch(/^(ordered|wallet_credited|review)$/);
      expect((await shop.wallet(userId)).heldKobo).toBe(0);
    },
  };
}

/** Makes a shopper who is alone in a group that has failed. */
async function failed(shop: MoneyShop): Promise<Item & { reference: string }> {
  const { userId, productId, payment } = await shop.newAttempt();
  const transaction = paidTransaction(payment);
  books.add({ ...transaction, createdAt: new Date().toISOString() });
  await shop.settle(payment.reference, transaction);
  const { id } = await shop.groupOf(userId, productId);
  await shop.db.query(`UPDATE groups SET status = 'failed', joinable = false WHERE id = $1`, [id]);
  return {
    id: userId,
    reference: payment.reference,
    async expectDone() {
      expect((await shop.wallet(userId)).balanceKobo).toBe(GROUP_PRICE_KOBO);
      expect((await shop.groupOf(userId, productId)).status).toBe('refunded');
    },
  };
}

const found = async (db: Database, text: string, values: unknown[]): Promise<void> =>
  expect(await db.query(text, values)).toHaveLength(1);

const failOn = ({ name, breaches }: { name: string; breaches: string[] }): never => {
  throw new Error(`${name}: ${breaches.join('; ')}`);
};

/** A scene for every job, by its name. */
export const jobScenes: Readonly<Record<string, JobScene>> = {
  outbox: {
    job: (db) => createOutboxJob(db, recordEvents(), unwatched),
    async prepare(shop) {
      const { userId, productId, payment } = await shop.newAttempt();
      await shop.settle(payment.reference, paidTransaction(payment));
      const { id: groupId } = await shop.groupOf(userId, productId);
      const fact = { fact: 'payment_failed', userId, reference: payment.reference, reason: 'No' } as const;
      await shop.db.transaction(async (tx) => {
        await notifyShopper(tx, fact);
        await notifyGroupMembers(tx, { groupId, status: 'processing' });
      });
      return {
        id: userId,
        async expectDone() {
          const told = await shop.db.query('SELECT title FROM notifications WHERE user_id = $1', [userId]);
          // One notification each for the payment, for its failure and for the group.
          expect(told).toHaveLength(3);
        },
      };
    },
  },
  'provider-events': {
    job: (db) => createProviderEventsJob(deps(db), unwatched),
    async prepare(shop) {
      const item = await paid(shop);
      const body = { id: item.transactionId, reference: item.reference };
      await receiveProviderWebhook({ db: shop.db, provider: books }, { headers: {}, body, text: '' });
      return item;
    },
  },
  push: {
    job: (db) => createShopperPushJob({ db, ...dead, config }, unwatched),
    async prepare(shop) {
      const userId = await shop.shopper();
      await shop.db.query(
        `INSERT INTO outbox (topic, dedupe_key, payload) VALUES ('push', $1, jsonb_build_object(
           'userId', $1::text, 'noticeId', gen_random_uuid(), 'endpoint', 'https://gone.example'))`,
        [userId],
      );
      return {
        id: userId,
        expectDone: () =>
          found(shop.db, 'SELECT FROM outbox WHERE dedupe_key = $1 AND done_at IS NOT NULL', [userId]),
      };
    },
    hasNoItems: true,
  },
  alarms: {
    job: (db) =>
      createReportAlarmsJob(db, { shop: 'shop', channels: [], log: Fastify({ logger: false }).log }),
    prepare: async () => ({ id: '', expectDone: async () => undefined }),
    hasNoItems: true,
  },
  'outbox-lag': {
    job: (db) => createOutboxLagJob(db, quiet),
    prepare: async () => ({ id: '', expectDone: async () => undefined }),
    hasNoItems: true,
  },
  'poll-payments': {
    job: (db) => createPollPaymentsJob(deps(db)),
    async prepare(shop) {
      const item = await paid(shop);
      await shop.db.query('UPDATE payments SET next_poll_at = app_now() WHERE reference = $1', [
        item.reference,
      ]);
      return item;
    },
    // The job looks at the payment a second time only after this.
    pauseMs: 2 * 60_000,
  },
  'expire-payments': {
    job: (db) => createExpirePaymentsJob(deps(db)),
    async prepare(shop) {
      const { userId, payment } = await shop.newAttempt(40_000);
      await shop.db.query(
        `UPDATE payments SET session_expires_at = app_now() - interval '1 hour' WHERE reference = $1`,
        [payment.reference],
      );
      return {
        id: userId,
        expectDone: async () =>
          expect(await shop.wallet(userId)).toEqual({ balanceKobo: 40_000, heldKobo: 0 }),
      };
    },
  },
  'close-groups': {
    job: (db) => createCloseGroupsJob({ db, wakeRefunds: quiet, onReviewOverdue: quiet }),
    async prepare(shop) {
      const groups: Record<string, string> = {};
      for (const [status, minUnits] of [
        ['failed', 100],
        ['secured', 1],
        ['reviewed', 100],
      ] as const) {
        const [userId, productId] = [await shop.shopper(), await shop.product(minUnits)];
        await shop.buyByCard(userId, { productId, quantity: 1 });
        groups[status] = (await shop.groupOf(userId, productId)).id;
      }
      await shop.db.query('UPDATE groups SET deadline = app_now() WHERE id = $1', [groups.failed]);
      await shop.db.query(
        `UPDATE groups SET status = 'manual_review', review_from = 'active', review_due = app_now(), joinable = false
         WHERE id = $1`,
        [groups.reviewed],
      );
      return {
        id: groups.failed as string,
        async expectDone() {
          const rows = await shop.db.query<{ status: string }>(
            'SELECT status FROM groups WHERE id = ANY ($1) ORDER BY array_position($1, id)',
            [Object.values(groups)],
          );
          expect(rows.map(({ status }) => status.replace('refunded', 'failed'))).toEqual([
            'failed',
            'secured',
            'failed',
          ]);
        },
      };
    },
  },
  'refund-groups': { job: (db) => createRefundGroupsJob(db, debitWalletForReversals), prepare: failed },
  'card-refunds': {
    job: (db) => createCardRefundsJob(deps(db)),
    async prepare(shop) {
      const { id: userId, reference } = await failed(shop);
      await createRefundGroupsJob(shop.db, debitWalletForReversals).run({ isStopping: () => false });
      const wish = { reference, amountKobo: null, key: userId, approvedBy: null, reason: 'test' };
      const id = await shop.db.transaction((tx) =>
        requestCardRefund(tx, { ...wish, ...UNLIMITED_SYSTEM_ACTOR }),
      );
      await shop.advance(2 * 60_000);
      return {
        id: userId,
        expectDone: () => found(shop.db, `SELECT FROM card_refunds WHERE id = $1 AND status = 'done'`, [id]),
      };
    },
    // The job asks the provider once, and reads the provider's list ten minutes later.
    pauseMs: 11 * 60_000,
  },
  referral: {
    job: (db) => createReferralRewardsJob(db, WELCOME_KOBO, unwatched),
    async prepare(shop) {
      const friend = await shop.shopper(0, await shop.shopper());
      await shop.buyByCard(friend, { productId: await shop.product(100), quantity: 1, isSolo: true });
      return {
        id: friend,
        expectDone: async () => expect((await shop.wallet(friend)).balanceKobo).toBe(WELCOME_KOBO),
      };
    },
  },
  'recon-daily': {
    job: (db) => createDailyReconciliationJob(deps(db), quiet),
    // A payment that cannot be settled becomes an item, and is settled the next night.
    pauseMs: 24 * HOUR_MS,
    async prepare(shop) {
      const item = await paid(shop);
      const { payment } = await shop.newAttempt();
      const charged = paidTransaction(payment);
      books.add({ ...charged, createdAt: new Date().toISOString() });
      await shop.settle(payment.reference, charged);
      const figures = { grossKobo: 100, feeKobo: 2, reversedKobo: 0, netKobo: 98 };
      books.addSettlement({ id: `payout-${item.id}`, isPaid: true, currency: 'NGN', ...figures });
      books.addReversal({
        ...{ kind: 'chargeback', id: `dispute-${item.id}`, status: 'taken' },
        ...{ transactionId: charged.id, amountKobo: charged.amountKobo },
      });
      // Moves the clock to a day that has not been reconciled yet.
      await shop.advance(24 * HOUR_MS);
      return {
        id: item.id,
        async expectDone() {
          await item.expectDone();
          await found(shop.db, `SELECT FROM provider_reversals WHERE id = $1 AND status = 'taken'`, [
            `dispute-${item.id}`,
          ]);
          await found(shop.db, 'SELECT FROM provider_settlements WHERE id = $1', [`payout-${item.id}`]);
        },
      };
    },
  },
  'recon-overdue': {
    job: (db) => createOverdueReconciliationItemsJob(db, quiet),
    async prepare(shop) {
      const { userId, payment } = await shop.newAttempt();
      const transaction = paidTransaction(payment);
      books.add({ ...transaction, createdAt: new Date().toISOString() });
      await shop.db.query('UPDATE users SET deleted_at = app_now() WHERE id = $1', [userId]);
      await shop.settle(payment.reference, transaction);
      await shop.db.query('UPDATE users SET deleted_at = NULL WHERE id = $1', [userId]);
      await shop.db.query('UPDATE recon_items SET due_at = app_now() WHERE reference = $1', [transaction.id]);
      return {
        id: userId,
        expectDone: async () => expect((await shop.wallet(userId)).balanceKobo).toBe(GROUP_PRICE_KOBO),
      };
    },
  },
  retention: {
    job: createDataRetentionJob,
    async prepare(shop) {
      const [row] = await shop.db.query<{ key: string }>(
        `INSERT INTO idempotency_keys (scope, key, method, path, request_hash, state, expires_at)
         VALUES ('anon', gen_random_uuid(), 'POST', '/a', 'h', 'running', now() - interval '1 hour') RETURNING key`,
      );
      return {
        id: row?.key ?? '',
        expectDone: async () =>
          expect(await shop.db.query('SELECT FROM idempotency_keys WHERE key = $1', [row?.key])).toEqual([]),
      };
    },
    hasNoItems: true,
  },
  'pickup-reminders': {
    job: createPickupRemindersJob,
    prepare: async () => ({ id: '', expectDone: async () => undefined }),
    hasNoItems: true,
  },
  'all-invariants': {
    job: (db) => createFullInvariantCheckJob(db, failOn),
    async prepare(shop) {
      // Moves the clock to the next night, in which the job is due.
      await shop.advance(24 * HOUR_MS);
      return { id: '', expectDone: async () => undefined };
    },
    stride: 50,
    hasNoItems: true,
  },
  invariants: {
    job: (db) => createChangedRowsInvariantCheckJob(db, failOn),
    prepare: async () => ({ id: '', expectDone: async () => undefined }),
    hasNoItems: true,
  },
};
