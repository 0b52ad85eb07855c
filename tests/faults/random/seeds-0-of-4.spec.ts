import { describeRandomRuns } from './describe-random-runs.ts';

describeRandomRuns(0);
