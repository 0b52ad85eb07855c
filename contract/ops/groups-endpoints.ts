import { defineGet, definePost } from '../endpoint.ts';
import type * as groups from '../schemas/ops/groups.ts';

interface GroupStatusChange {
  params: groups.OpsGroupIdParams;
  body: groups.OpsChangeGroupStatusBody;
  reply: groups.OpsChangeGroupStatusReply;
}

export const opsListGroups = defineGet<{ query: groups.OpsGroupsQuery; reply: groups.OpsGroupsReply }>(
  '/api/ops/groups',
);
export const opsGetGroup = defineGet<{ params: groups.OpsGroupIdParams; reply: groups.OpsGroupReply }>(
  '/api/ops/groups/:groupId',
);
export const opsStartGroupReview = definePost<GroupStatusChange>('/api/ops/groups/:groupId/review');
export const opsResumeGroup = definePost<GroupStatusChange>('/api/ops/groups/:groupId/resume');
export const opsMarkGroupSecured = definePost<GroupStatusChange>('/api/ops/groups/:groupId/secure');
export const opsFailGroup = definePost<GroupStatusChange>('/api/ops/groups/:groupId/fail');
