import { opsJobs } from '#contract/ops-work-endpoints.ts';
import { OpsJobsReply } from '#contract/schemas/ops-work.ts';
import { findFailedJobs } from '../../../jobs/job-runs-repository.ts';
import { action, call, NoFields } from '../../action.ts';

export const jobListAction = action({
  name: 'job list',
  summary: 'Background jobs whose last run failed: since when, and why. They are tried again automatically.',
  roles: ['support', 'ops', 'finance'],
  body: NoFields,
  console: call(opsJobs, OpsJobsReply),
  async run({ db }) {
    const data = await findFailedJobs(db);
    return { data, isGood: data.length === 0 };
  },
});
