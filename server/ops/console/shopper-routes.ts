import type { FastifyInstance } from 'fastify';
import {
  opsEvents,
  opsExport,
  opsFreePhone,
  opsLock,
  opsNote,
  opsUnlock,
} from '#contract/ops-shopper-endpoints.ts';
import { OpsActReply } from '#contract/schemas/ops.ts';
import * as schemas from '#contract/schemas/ops-shoppers.ts';
import type { AppDeps } from '../../app-deps.ts';
import { commandRoute } from './command-route.ts';

/** What is done about one shopper. */
export function registerShopperRoutes(app: FastifyInstance, deps: AppDeps): void {
  for (const [command, endpoint] of [
    ['user lock', opsLock],
    ['user unlock', opsUnlock],
  ] as const) {
    commandRoute(app, deps, endpoint, {
      command,
      schema: { body: schemas.OpsLockBody, reply: OpsActReply },
      args: ({ body: { email, reason } }) => ({ options: { email, reason } }),
    });
  }
  commandRoute(app, deps, opsFreePhone, {
    command: 'user free-phone',
    schema: { body: schemas.OpsFreePhoneBody, reply: OpsActReply },
    args: ({ body: { phone, reason } }) => ({ options: { phone, reason } }),
  });
  commandRoute(app, deps, opsNote, {
    command: 'user note',
    schema: { body: schemas.OpsNoteBody, reply: OpsActReply },
    args: ({ body: { email, note } }) => ({ options: { email, note } }),
  });
  commandRoute(app, deps, opsEvents, {
    command: 'user events',
    schema: { query: schemas.OpsEmailQuery, reply: schemas.OpsEventsReply },
    args: ({ query }) => ({ options: { email: query.email } }),
  });
  commandRoute(app, deps, opsExport, {
    command: 'user export',
    schema: { query: schemas.OpsEmailQuery, reply: schemas.OpsExportReply },
    args: ({ query }) => ({ options: { email: query.email } }),
  });
}
