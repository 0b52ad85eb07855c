import { opsListFailedJobs } from '#contract/ops/work-endpoints.ts';
import { OpsFailedJobsReply } from '#contract/schemas/ops/work.ts';
import { findFailedJobs } from '../../../jobs/job-runs-repository.ts';
import { JOB_TITLES } from '../../../jobs/job-titles.ts';
import { defineAction, defineConsoleEndpoint, EmptyActionBody } from '../../action.ts';

export const jobListAction = defineAction({
  name: 'job list',
  summary: 'Background jobs whose last run failed: since when, and why. They are tried again automatically.',
  roles: ['support', 'ops', 'finance'],
  body: EmptyActionBody,
  console: defineConsoleEndpoint(opsListFailedJobs, OpsFailedJobsReply),
  async run({ db }) {
    const data = (await findFailedJobs(db)).map((one) => ({ ...one, says: JOB_TITLES[one.job] ?? one.job }));
    return { data, isGood: data.length === 0 };
  },
});
