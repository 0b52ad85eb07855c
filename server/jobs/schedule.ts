import type { FastifyBaseLogger } from 'fastify';
import { nairaToKobo } from '#contract/money.ts';
import type { AppDeps } from '../app-deps.ts';
import type { InvariantResult } from '../features/invariants/invariants.ts';
import { orderFailedAlarm, reversalAlarm } from '../features/payments/payment-alarms.ts';
import { collectFrom } from '../features/payments/reversals.ts';
import type { OnOutboxFailure } from '../outbox/outbox.ts';
import { UnknownPayload } from '../outbox/topics.ts';
import { allInvariantsJob } from './all-invariants-job.ts';
import { cardRefundsJob } from './card-refunds-job.ts';
import { closeGroupsJob } from './close-groups-job.ts';
import { expirePaymentsJob } from './expire-payments-job.ts';
import { invariantsJob } from './invariants-job.ts';
import { outboxJob } from './outbox-job.ts';
import { outboxLagJob } from './outbox-lag-job.ts';
import type { LiveEvents } from './outbox-topics.ts';
import { pickupRemindersJob } from './pickup-reminders-job.ts';
import { pollPaymentsJob } from './poll-payments-job.ts';
import { providerEventsJob } from './provider-events-job.ts';
import { pushJob } from './push-job.ts';
import { reconDailyJob } from './recon-daily-job.ts';
import { reconOverdueJob } from './recon-overdue-job.ts';
import { referralJob } from './referral-job.ts';
import { refundGroupsJob } from './refund-groups-job.ts';
import { retentionJob } from './retention-job.ts';
import type { Job } from './runner.ts';

export interface Schedule extends AppDeps {
  live: LiveEvents;
  /** Where alarms go: a breach, a dead outbox row, an overdue review. */
  log: FastifyBaseLogger;
  /** Wakes another job of this list. */
  wake: (job: string) => void;
}

/** Every job of the shop. jobs.md is drawn from it. */
export function listJobs({ config, db, provider, secrets, live, log, wake }: Schedule): Job[] {
  const { groupWindowHours } = config;
  const payments = {
    db,
    provider,
    groupWindowHours,
    onOrderFailed: orderFailedAlarm(log),
    onReversal: reversalAlarm(log),
  };
  const onFailure = reportOutboxFailures(log);
  const onBreach = ({ name, breaches }: InvariantResult) =>
    log.error(
      { alarm: 'invariant', invariant: name, breaches: breaches.length },
      'a law of the money is broken',
    );
  return [
    outboxJob(db, live, onFailure),
    providerEventsJob(payments, onFailure),
    pushJob({ db, secrets, config }, onFailure),
    outboxLagJob(db, (wait) =>
      log.error({ alarm: 'outbox_lag', ...wait }, 'messages have been due for a minute'),
    ),
    pollPaymentsJob(payments),
    expirePaymentsJob(payments),
    closeGroupsJob({
      db,
      wakeRefunds: () => wake('refund-groups'),
      onReviewOverdue: (groupId) =>
        log.error({ alarm: 'review_overdue', groupId }, 'a group waits in review'),
    }),
    refundGroupsJob(db, collectFrom),
    cardRefundsJob(payments),
    referralJob(db, nairaToKobo(config.referralWelcomeNaira), onFailure),
    reconDailyJob(payments, (day, items) =>
      log.error({ alarm: 'recon', day, items }, "the card provider's books and ours disagree"),
    ),
    reconOverdueJob(db, (items) =>
      log.error({ alarm: 'recon_overdue', items }, 'items between the two books wait past their day'),
    ),
    retentionJob(db),
    pickupRemindersJob(db),
    invariantsJob(db, onBreach),
    allInvariantsJob(db, onBreach),
  ];
}

/** The one place where every kind of outbox row raises its alarm. */
function reportOutboxFailures(log: FastifyBaseLogger): OnOutboxFailure {
  const unknown = new Set<string>();
  return (row, error, isDead) => {
    const about = { err: error, topic: row.topic, outboxId: row.id };
    if (error instanceof UnknownPayload) {
      // It is looked at once a minute until the release that knows it is here.
      if (unknown.has(row.topic)) return;
      unknown.add(row.topic);
      log.error({ ...about, alarm: 'outbox_unknown' }, 'an outbox row waits for a release that knows it');
    } else if (isDead) log.error({ ...about, alarm: 'outbox_dead' }, 'an outbox row is given up');
    else log.warn(about, 'an outbox row failed and will be tried again');
  };
}
