import type { FastifyInstance } from 'fastify';
import {
  opsCentres,
  opsCollect,
  opsMoveBatches,
  opsMoves,
  opsPickupLinks,
  opsPickupList,
  opsPickupOverdue,
  opsPickupPlan,
  opsPickupWritten,
  opsResolveUnproven,
  opsUndoMove,
  opsUnproven,
} from '#contract/ops-pickup-endpoints.ts';
import { OpsActReply, OpsReasonBody, OpsTrackingParams } from '#contract/schemas/ops.ts';
import * as schemas from '#contract/schemas/ops-pickup.ts';
import type { OpsDeps } from '../command.ts';
import { commandRoute } from './command-route.ts';
import { optionsOf } from './options-of.ts';

export function registerPickupRoutes(app: FastifyInstance, deps: OpsDeps): void {
  const params = schemas.OpsCentreParams;
  commandRoute(app, deps, opsCentres, {
    command: 'centre list',
    schema: { reply: schemas.OpsCentresReply },
    args: () => ({}),
  });
  commandRoute(app, deps, opsPickupList, {
    command: 'pickup list',
    isByItself: true,
    schema: { params, reply: schemas.OpsPickupListReply },
    args: ({ params: { centre } }) => ({ options: { centre, whole: 'true' } }),
  });
  commandRoute(app, deps, opsPickupOverdue, {
    command: 'pickup list',
    isByItself: true,
    schema: { reply: schemas.OpsPickupOverdueReply },
    args: () => ({ options: { overdue: 'true' } }),
  });
  commandRoute(app, deps, opsPickupPlan, {
    command: 'pickup plan',
    schema: { params, reply: schemas.OpsPickupPlanReply },
    args: ({ params: { centre } }) => ({ options: { centre } }),
  });
  commandRoute(app, deps, opsPickupLinks, {
    command: 'pickup notify',
    schema: { params, query: schemas.OpsOverdueQuery, reply: schemas.OpsPickupLinksReply },
    args: ({ params: { centre }, query }) => ({
      options: { centre, ...(query.overdue ? { overdue: 'true' } : {}) },
    }),
  });
  commandRoute(app, deps, opsPickupWritten, {
    command: 'pickup written',
    schema: { body: schemas.OpsWrittenBody, reply: schemas.OpsWrittenReply },
    args: ({ body: { lines } }) => ({ words: lines }),
  });
  commandRoute(app, deps, opsMoveBatches, {
    command: 'batch move',
    schema: { params, body: schemas.OpsBatchesBody, reply: schemas.OpsBatchesReply },
    args: ({ params: { centre }, body: { dryRun, ...wish } }) => ({
      options: {
        ...optionsOf({ centre, ...wish }),
        ...(dryRun ? { 'dry-run': 'true' } : {}),
      },
    }),
  });
  commandRoute(app, deps, opsMoves, {
    command: 'batch moves',
    schema: { params, reply: schemas.OpsMovesReply },
    args: ({ params: { centre } }) => ({ options: { centre } }),
  });
  commandRoute(app, deps, opsUndoMove, {
    command: 'batch undo',
    schema: { params: schemas.OpsMoveParams, body: OpsReasonBody, reply: schemas.OpsUndoMoveReply },
    args: ({ params: { moveId }, body: { reason } }) => ({ words: [moveId], options: { reason } }),
  });
  commandRoute(app, deps, opsUnproven, {
    command: 'item unproven',
    schema: { reply: schemas.OpsUnprovenReply },
    args: () => ({}),
  });
  commandRoute(app, deps, opsResolveUnproven, {
    command: 'item resolve',
    schema: { params: schemas.OpsUnprovenParams, body: schemas.OpsResolveBody, reply: OpsActReply },
    args: ({ params: { id }, body }) => ({ words: [id], options: optionsOf(body) }),
  });
  commandRoute(app, deps, opsCollect, {
    command: 'item collect',
    schema: { params: OpsTrackingParams, body: schemas.OpsCollectBody, reply: schemas.OpsCollectReply },
    args: ({ params: { trackingNumber }, body: { code, lines, at } }) => ({
      words: [trackingNumber],
      options: optionsOf({ code, lines: lines.join(','), at }),
    }),
  });
}
