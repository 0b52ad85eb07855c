import { opsRunJob } from '#contract/ops/work-endpoints.ts';
import { OpsActionReply } from '#contract/schemas/ops/console.ts';
import { OpsJobParams } from '#contract/schemas/ops/work.ts';
import { wakeJob } from '../../../db/wake-job.ts';
import { findFailedJobs } from '../../../jobs/job-runs-repository.ts';
import { JOB_TITLES } from '../../../jobs/job-titles.ts';
import {
  ActionRefusedError,
  defineAction,
  defineConsoleEndpoint,
  writeActionAuditRow,
} from '../../action.ts';

/** Every job is safe to run again at any time, so an operator need not wait for its next run. */
export const jobRunAction = defineAction({
  name: 'job run',
  summary: 'Run a background job now instead of at its next time.',
  roles: ['ops', 'finance'],
  key: 'given',
  body: OpsJobParams,
  positionals: ['job'],
  console: defineConsoleEndpoint(opsRunJob, OpsActionReply),
  async run(context, { job }) {
    if (!Object.hasOwn(JOB_TITLES, job)) throw new ActionRefusedError(`There is no job ${job}.`);
    const failed = (await findFailedJobs(context.db)).find((one) => one.job === job);
    await context.db.transaction(async (tx) => {
      const [before, after] = [{ lastError: failed?.lastError ?? 'none' }, { due: true }];
      await writeActionAuditRow(tx, context, { target: `job:${job}`, before, after });
      await wakeJob(tx, job);
    });
    return { data: { job } };
  },
});
