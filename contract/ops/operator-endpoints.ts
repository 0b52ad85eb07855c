import { defineGet, definePost } from '../endpoint.ts';
import type * as access from '../schemas/ops/access.ts';
import type { OpsActionReply, OpsReasonBody } from '../schemas/ops/console.ts';
import type * as operators from '../schemas/ops/operators.ts';

export const opsListOperators = defineGet<{ reply: operators.OpsOperatorsReply }>('/api/ops/operators');
export const opsAddOperator = definePost<{
  body: operators.OpsAddOperatorBody;
  reply: operators.OpsEnrolmentSecretReply;
}>('/api/ops/operators/add');
export const opsEditOperator = definePost<{
  params: operators.OpsOperatorNameParams;
  body: operators.OpsEditOperatorBody;
  reply: OpsActionReply;
}>('/api/ops/operators/:name/edit');
export const opsResetOperatorCredentials = definePost<{
  params: operators.OpsOperatorNameParams;
  body: OpsReasonBody;
  reply: operators.OpsEnrolmentSecretReply;
}>('/api/ops/operators/:name/reset');
export const opsRemoveOperator = definePost<{
  params: operators.OpsOperatorNameParams;
  body: OpsReasonBody;
  reply: OpsActionReply;
}>('/api/ops/operators/:name/remove');
/** The next two calls need no sign-in but a secret. The server prints it in a link while the shop has no owner. */
export const opsGetFirstOwnerAuthenticatorKey = definePost<{
  body: access.OpsFirstOwnerAuthenticatorKeyBody;
  reply: access.OpsNewAuthenticatorKeyReply;
}>('/api/ops/first-owner/key');
export const opsCreateFirstOwner = definePost<{
  body: access.OpsCreateFirstOwnerBody;
  reply: access.OpsCreateFirstOwnerReply;
}>('/api/ops/first-owner');
