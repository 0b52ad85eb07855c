import { defineEndpoint } from '../endpoint.ts';
import type {
  OpsCreateFirstOwnerBody,
  OpsCreateFirstOwnerReply,
  OpsFirstOwnerAuthenticatorKeyBody,
  OpsNewAuthenticatorKeyReply,
} from '../schemas/ops/access.ts';
import type { OpsActionReply, OpsReasonBody } from '../schemas/ops/console.ts';
import type {
  OpsAddOperatorBody,
  OpsEditOperatorBody,
  OpsEnrolmentSecretReply,
  OpsOperatorNameParams,
  OpsOperatorsReply,
} from '../schemas/ops/operators.ts';

export const opsListOperators = defineEndpoint<{ reply: OpsOperatorsReply }>('GET', '/api/ops/operators');
export const opsAddOperator = defineEndpoint<{ body: OpsAddOperatorBody; reply: OpsEnrolmentSecretReply }>(
  'POST',
  '/api/ops/operators/add',
);
export const opsEditOperator = defineEndpoint<{
  params: OpsOperatorNameParams;
  body: OpsEditOperatorBody;
  reply: OpsActionReply;
}>('POST', '/api/ops/operators/:name/edit');
export const opsResetOperatorCredentials = defineEndpoint<{
  params: OpsOperatorNameParams;
  body: OpsReasonBody;
  reply: OpsEnrolmentSecretReply;
}>('POST', '/api/ops/operators/:name/reset');
export const opsRemoveOperator = defineEndpoint<{
  params: OpsOperatorNameParams;
  body: OpsReasonBody;
  reply: OpsActionReply;
}>('POST', '/api/ops/operators/:name/remove');
/**
 * The next two calls need no sign-in: they carry the secret of the link that the server prints while the shop has no
 * owner.
 */
export const opsGetFirstOwnerAuthenticatorKey = defineEndpoint<{
  body: OpsFirstOwnerAuthenticatorKeyBody;
  reply: OpsNewAuthenticatorKeyReply;
}>('POST', '/api/ops/first-owner/key');
export const opsCreateFirstOwner = defineEndpoint<{
  body: OpsCreateFirstOwnerBody;
  reply: OpsCreateFirstOwnerReply;
}>('POST', '/api/ops/first-owner');
