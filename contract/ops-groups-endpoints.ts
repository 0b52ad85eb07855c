import { endpoint } from './endpoint.ts';
import type {
  OpsGroupParams,
  OpsGroupReply,
  OpsGroupsQuery,
  OpsGroupsReply,
  OpsMoveBody,
  OpsMoveReply,
} from './schemas/ops-groups.ts';

/** @source operator.md */

interface Move {
  params: OpsGroupParams;
  body: OpsMoveBody;
  reply: OpsMoveReply;
}

export const opsGroups = endpoint<{ query: OpsGroupsQuery; reply: OpsGroupsReply }>('GET', '/api/ops/groups');
export const opsGroup = endpoint<{ params: OpsGroupParams; reply: OpsGroupReply }>(
  'GET',
  '/api/ops/groups/:groupId',
);
export const opsGroupReview = endpoint<Move>('POST', '/api/ops/groups/:groupId/review');
export const opsGroupResume = endpoint<Move>('POST', '/api/ops/groups/:groupId/resume');
export const opsGroupSecure = endpoint<Move>('POST', '/api/ops/groups/:groupId/secure');
export const opsGroupFail = endpoint<Move>('POST', '/api/ops/groups/:groupId/fail');
