import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/ops-shopper-endpoints.ts';
import { OpsActReply, OpsReasonBody, OpsShopperParams } from '#contract/schemas/ops.ts';
import * as schemas from '#contract/schemas/ops-shopper.ts';
import type { OpsDeps } from '../command.ts';
import { commandRoute } from './command-route.ts';

const JUDGEMENTS = [
  ['user lock', endpoints.opsLockShopper],
  ['user unlock', endpoints.opsUnlockShopper],
] as const;

export function registerShopperRoutes(app: FastifyInstance, deps: OpsDeps): void {
  for (const [command, endpoint] of JUDGEMENTS)
    commandRoute(app, deps, endpoint, {
      command,
      schema: { params: OpsShopperParams, body: OpsReasonBody, reply: OpsActReply },
      args: ({ params, body }) => ({ options: { id: params.userId, reason: body.reason } }),
    });
  commandRoute(app, deps, endpoints.opsNoteShopper, {
    command: 'user note',
    schema: { params: OpsShopperParams, body: schemas.OpsNoteBody, reply: OpsActReply },
    args: ({ params, body }) => ({ options: { id: params.userId, text: body.text } }),
  });
  commandRoute(app, deps, endpoints.opsFreePhone, {
    command: 'user free-phone',
    schema: { body: schemas.OpsFreePhoneBody, reply: OpsActReply },
    args: ({ body: { phone, reason } }) => ({ options: { phone, reason } }),
  });
  commandRoute(app, deps, endpoints.opsShopperEvents, {
    command: 'user events',
    schema: { params: OpsShopperParams, reply: schemas.OpsEventsReply },
    args: ({ params }) => ({ options: { id: params.userId } }),
  });
  commandRoute(app, deps, endpoints.opsExportShopper, {
    command: 'user export',
    schema: { params: OpsShopperParams, reply: schemas.OpsExportReply },
    args: ({ params }) => ({ options: { id: params.userId } }),
  });
}
