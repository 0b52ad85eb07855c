import type { FastifyInstance } from 'fastify';
import {
  opsGroup,
  opsGroupFail,
  opsGroupResume,
  opsGroupReview,
  opsGroupSecure,
  opsGroups,
} from '#contract/ops-groups-endpoints.ts';
import * as schemas from '#contract/schemas/ops-groups.ts';
import type { OpsDeps } from '../command.ts';
import { commandRoute } from './command-route.ts';
import { optionsOf } from './options-of.ts';

const MOVES = [
  ['group review', opsGroupReview],
  ['group resume', opsGroupResume],
  ['group secure', opsGroupSecure],
  ['group fail', opsGroupFail],
] as const;

export function registerGroupRoutes(app: FastifyInstance, deps: OpsDeps): void {
  commandRoute(app, deps, opsGroups, {
    command: 'group list',
    schema: { query: schemas.OpsGroupsQuery, reply: schemas.OpsGroupsReply },
    args: ({ query }) => ({ options: optionsOf(query) }),
  });
  commandRoute(app, deps, opsGroup, {
    command: 'group show',
    schema: { params: schemas.OpsGroupParams, reply: schemas.OpsGroupReply },
    args: ({ params }) => ({ words: [params.groupId] }),
  });
  for (const [command, endpoint] of MOVES) {
    commandRoute(app, deps, endpoint, {
      command,
      schema: { params: schemas.OpsGroupParams, body: schemas.OpsMoveBody, reply: schemas.OpsMoveReply },
      args: ({ params, body: { reason, dryRun } }) => ({
        words: [params.groupId],
        options: { reason, ...(dryRun ? { 'dry-run': 'true' } : {}) },
      }),
    });
  }
}
