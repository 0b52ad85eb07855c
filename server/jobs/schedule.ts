import type { FastifyBaseLogger } from 'fastify';
import { nairaToKobo } from '#contract/rules/money/kobo.ts';
import type { AlarmChannel } from '../alarms/alarm-channels.ts';
import { type AlarmService, createAlarmService } from '../alarms/alarms.ts';
import type { InvariantResult } from '../features/invariants/invariants.ts';
import {
  createOrderFailedAlarmCallback,
  createReversalLossAlarmCallback,
} from '../features/payments/payment-alarms.ts';
import { debitWalletForReversals } from '../features/payments/reversals/reversals.ts';
import type { OpsDeps } from '../ops/action.ts';
import { createOperatorPushAlarmChannel } from '../ops/push/operator-push.ts';
import type { OnOutboxFailure } from '../outbox/outbox.ts';
import { UnknownPayloadError } from '../outbox/outbox.ts';
import type { LiveEventSender } from '../realtime/publish.ts';
import { createReportAlarmsJob } from './alarms-job.ts';
import { createFullInvariantCheckJob } from './all-invariants-job.ts';
import { createCloseGroupsJob } from './close-groups-job.ts';
import { createChangedRowsInvariantCheckJob } from './invariants-job.ts';
import { createOperatorPushJob } from './operator-push-job.ts';
import { createOutboxJob } from './outbox-job.ts';
import { createOutboxLagJob } from './outbox-lag-job.ts';
import { createCardRefundsJob } from './payments/card-refunds-job.ts';
import { createExpirePaymentsJob } from './payments/expire-payments-job.ts';
import { createPollPaymentsJob } from './payments/poll-payments-job.ts';
import { createProviderEventsJob } from './payments/provider-events-job.ts';
import { createDailyReconciliationJob } from './payments/recon-daily-job.ts';
import { createOverdueReconciliationItemsJob } from './payments/recon-overdue-job.ts';
import { createPickupRemindersJob } from './pickup-reminders-job.ts';
import { createShopperPushJob } from './push-job.ts';
import { createReferralRewardsJob } from './referral-job.ts';
import { createRefundGroupsJob } from './refund-groups-job.ts';
import { createDataRetentionJob } from './retention-job.ts';
import type { Job } from './runner.ts';

export interface JobDeps extends OpsDeps {
  live: LiveEventSender;
  log: FastifyBaseLogger;
  /** The channels by which alarms reach a person; default: none. */
  channels?: readonly AlarmChannel[];
  wake: (job: string) => void;
}

/** Creates all jobs of the shop. The table in jobs.md is generated from this list. */
export function createAllJobs(schedule: JobDeps): Job[] {
  const { config, db, provider, secrets, live, log, channels = [], wake } = schedule;
  const alarms = createAlarmService(db, log);
  const payments = {
    db,
    provider,
    // A getter reads `groupWindowHours` at each use, because an operator may change the setting while the shop runs.
    get groupWindowHours() {
      return config.groupWindowHours;
    },
    onOrderFailed: createOrderFailedAlarmCallback(alarms),
    onReversal: createReversalLossAlarmCallback(alarms),
  };
  const watch = { onFailure: reportOutboxFailures(log, alarms) };
  const onBreach = ({ name, breaches }: InvariantResult) =>
    alarms.raise('invariant', name, { invariant: name, breaches: breaches.length });
  return [
    createOutboxJob(db, live, watch),
    createProviderEventsJob(payments, watch),
    createShopperPushJob({ db, secrets, config }, watch),
    createOperatorPushJob({ db, secrets, config }),
    createOutboxLagJob(db, (wait) => alarms.raise('outbox_lag', wait.topic, wait)),
    createPollPaymentsJob(payments),
    createExpirePaymentsJob(payments),
    createCloseGroupsJob({
      db,
      wakeRefunds: () => wake('refund-groups'),
      onReviewOverdue: (groupId) => alarms.raise('review_overdue', groupId, { groupId }),
    }),
    createRefundGroupsJob(db, debitWalletForReversals),
    createCardRefundsJob(payments),
    createReferralRewardsJob(db, nairaToKobo(config.referralWelcomeNaira), watch),
    createDailyReconciliationJob(payments, (day, items) => alarms.raise('recon', day, { day, items })),
    createOverdueReconciliationItemsJob(db, (items) => alarms.raise('recon_overdue', '', { items })),
    createDataRetentionJob(db),
    createPickupRemindersJob(db),
    createChangedRowsInvariantCheckJob(db, onBreach),
    createFullInvariantCheckJob(db, onBreach, ({ name }) => alarms.end('invariant', name)),
    createReportAlarmsJob(db, { shop: config.brandName, channels, log }, () =>
      createOperatorPushAlarmChannel({ db, secrets, config }),
    ),
  ];
}

function reportOutboxFailures(log: FastifyBaseLogger, alarms: AlarmService): OnOutboxFailure {
  const unknown = new Set<string>();
  return (row, error, isDead) => {
    const about = { err: error, topic: row.topic, outboxId: row.id };
    if (error instanceof UnknownPayloadError) {
      // An unknown topic belongs to a newer release. Its row is tried once a minute until a process of that release
      // runs.
      if (unknown.has(row.topic)) return;
      unknown.add(row.topic);
      alarms.raise('outbox_unknown', row.topic, about);
    } else if (isDead) alarms.raise('outbox_dead', row.topic, about);
    else log.warn(about, 'an outbox row failed and will be tried again');
  };
}
