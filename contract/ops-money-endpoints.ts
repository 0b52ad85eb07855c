import { endpoint } from './endpoint.ts';
import type { OpsActReply } from './schemas/ops.ts';
import type { OpsGoodwillBody } from './schemas/ops-money.ts';

/** The money of the console: refunds, goodwill, reconciliation, the month. @source operator.md */

export const opsGoodwill = endpoint<{ body: OpsGoodwillBody; reply: OpsActReply }>(
  'POST',
  '/api/ops/goodwill',
);
