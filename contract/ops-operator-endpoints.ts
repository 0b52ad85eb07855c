import { endpoint } from './endpoint.ts';
import type { OpsActionReply, OpsReasonBody } from './schemas/ops.ts';
import type {
  OpsAddOperatorBody,
  OpsOperatorParams,
  OpsOperatorsReply,
  OpsSecretReply,
} from './schemas/ops-operators.ts';

/** @source operator.md */

export const opsOperators = endpoint<{ reply: OpsOperatorsReply }>('GET', '/api/ops/operators');
export const opsAddOperator = endpoint<{ body: OpsAddOperatorBody; reply: OpsSecretReply }>(
  'POST',
  '/api/ops/operators/add',
);
export const opsResetOperator = endpoint<{
  params: OpsOperatorParams;
  body: OpsReasonBody;
  reply: OpsSecretReply;
}>('POST', '/api/ops/operators/:name/reset');
export const opsRemoveOperator = endpoint<{
  params: OpsOperatorParams;
  body: OpsReasonBody;
  reply: OpsActionReply;
}>('POST', '/api/ops/operators/:name/remove');
