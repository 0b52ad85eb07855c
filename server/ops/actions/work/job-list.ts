import { opsJobs } from '#contract/ops-work-endpoints.ts';
import { OpsJobsReply } from '#contract/schemas/ops-work.ts';
import { findFailedJobs } from '../../../jobs/job-runs-repository.ts';
import { action, call, NoFields } from '../../action.ts';

export const jobList = action({
  name: 'job list',
  summary:
    'What the shop does by itself and could not do the last time: since when, and why. It tries again by itself.',
  roles: ['support', 'ops', 'finance'],
  body: NoFields,
  console: call(opsJobs, OpsJobsReply),
  async run({ db }) {
    const data = await findFailedJobs(db);
    return { data, isGood: data.length === 0 };
  },
});
