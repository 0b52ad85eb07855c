import { defineEndpoint } from '../endpoint.ts';
import type {
  OpsGroupIdParams,
  OpsGroupReply,
  OpsGroupsQuery,
  OpsGroupsReply,
  OpsGroupTransitionBody,
  OpsGroupTransitionReply,
} from '../schemas/ops/groups.ts';

interface Move {
  params: OpsGroupIdParams;
  body: OpsGroupTransitionBody;
  reply: OpsGroupTransitionReply;
}

export const opsListGroups = defineEndpoint<{ query: OpsGroupsQuery; reply: OpsGroupsReply }>(
  'GET',
  '/api/ops/groups',
);
export const opsGetGroup = defineEndpoint<{ params: OpsGroupIdParams; reply: OpsGroupReply }>(
  'GET',
  '/api/ops/groups/:groupId',
);
export const opsStartGroupReview = defineEndpoint<Move>('POST', '/api/ops/groups/:groupId/review');
export const opsResumeGroup = defineEndpoint<Move>('POST', '/api/ops/groups/:groupId/resume');
export const opsSecureGroup = defineEndpoint<Move>('POST', '/api/ops/groups/:groupId/secure');
export const opsFailGroup = defineEndpoint<Move>('POST', '/api/ops/groups/:groupId/fail');
