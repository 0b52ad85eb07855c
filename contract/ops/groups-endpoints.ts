import { defineGet, definePost } from '../endpoint.ts';
import type * as groups from '../schemas/ops/groups.ts';

interface Move {
  params: groups.OpsGroupIdParams;
  body: groups.OpsGroupTransitionBody;
  reply: groups.OpsGroupTransitionReply;
}

export const opsListGroups = defineGet<{ query: groups.OpsGroupsQuery; reply: groups.OpsGroupsReply }>(
  '/api/ops/groups',
);
export const opsGetGroup = defineGet<{ params: groups.OpsGroupIdParams; reply: groups.OpsGroupReply }>(
  '/api/ops/groups/:groupId',
);
export const opsStartGroupReview = definePost<Move>('/api/ops/groups/:groupId/review');
export const opsResumeGroup = definePost<Move>('/api/ops/groups/:groupId/resume');
export const opsMarkGroupSecured = definePost<Move>('/api/ops/groups/:groupId/secure');
export const opsFailGroup = definePost<Move>('/api/ops/groups/:groupId/fail');
