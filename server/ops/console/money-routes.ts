import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/ops-money-endpoints.ts';
import { OpsActReply, OpsReferenceParams, OpsTrackingParams } from '#contract/schemas/ops.ts';
import * as schemas from '#contract/schemas/ops-money.ts';
import type { OpsDeps } from '../command.ts';
import { commandRoute } from './command-route.ts';
import { optionsOf } from './options-of.ts';

/** A flag of a command line: there or not. */
const flag = (isOn: boolean | undefined) => (isOn ? 'true' : undefined);

/** Refunds, goodwill, reconciliation and the month. */
export function registerMoney(app: FastifyInstance, deps: OpsDeps): void {
  registerRefunds(app, deps);
  registerBooks(app, deps);
  commandRoute(app, deps, endpoints.opsGoodwill, {
    command: 'wallet goodwill',
    schema: { body: schemas.OpsGoodwillBody, reply: schemas.OpsMoneyReply },
    args: ({ body: { dryRun, ...given } }) => ({ options: optionsOf({ ...given, 'dry-run': flag(dryRun) }) }),
  });
  commandRoute(app, deps, endpoints.opsResettlePayment, {
    command: 'payment resettle',
    schema: { params: OpsReferenceParams, reply: OpsActReply },
    args: ({ params }) => ({ words: [params.reference] }),
  });
}

function registerRefunds(app: FastifyInstance, deps: OpsDeps): void {
  commandRoute(app, deps, endpoints.opsRefundItem, {
    command: 'item refund',
    schema: { params: OpsTrackingParams, body: schemas.OpsRefundItemBody, reply: schemas.OpsMoneyReply },
    args: ({ params, body: { dryRun, ...given } }) => ({
      words: [params.trackingNumber],
      options: optionsOf({ ...given, 'dry-run': flag(dryRun) }),
    }),
  });
  commandRoute(app, deps, endpoints.opsRefundCard, {
    command: 'refund card',
    schema: {
      params: OpsReferenceParams,
      body: schemas.OpsRefundCardBody,
      reply: schemas.OpsCardRefundReply,
    },
    args: ({ params, body: { dryRun, ...given } }) => ({
      words: [params.reference],
      options: optionsOf({ ...given, 'dry-run': flag(dryRun) }),
    }),
  });
  commandRoute(app, deps, endpoints.opsRefundGroup, {
    command: 'refund group',
    schema: {
      params: schemas.OpsRefundGroupParams,
      body: schemas.OpsRefundGroupBody,
      reply: schemas.OpsCardRefundReply,
    },
    args: ({ params, body: { dryRun, reason } }) => ({
      words: [params.groupId],
      options: optionsOf({ reason, 'dry-run': flag(dryRun) }),
    }),
  });
}

function registerBooks(app: FastifyInstance, deps: OpsDeps): void {
  commandRoute(app, deps, endpoints.opsRecon, {
    command: 'recon list',
    schema: { query: schemas.OpsReconQuery, reply: schemas.OpsReconReply },
    args: ({ query: { all, ...given } }) => ({ options: optionsOf({ ...given, all: flag(all) }) }),
  });
  commandRoute(app, deps, endpoints.opsRunRecon, {
    command: 'recon run',
    schema: { body: schemas.OpsReconRunBody, reply: OpsActReply },
    args: ({ body }) => ({ options: optionsOf(body) }),
  });
  commandRoute(app, deps, endpoints.opsResolveRecon, {
    command: 'recon resolve',
    schema: { params: schemas.OpsReconParams, body: schemas.OpsResolveBody, reply: schemas.OpsMoneyReply },
    args: ({ params, body: { way, email, reason, dryRun } }) => ({
      words: [params.item],
      options: optionsOf({
        ...{ reason, email, 'dry-run': flag(dryRun) },
        release: flag(way === 'release'),
        returned: flag(way === 'returned'),
      }),
    }),
  });
  commandRoute(app, deps, endpoints.opsMonth, {
    command: 'report',
    schema: { query: schemas.OpsMonthQuery, reply: schemas.OpsMonthReply },
    args: ({ query: { month, csv } }) => ({ options: optionsOf({ month, csv: flag(csv) }) }),
  });
  commandRoute(app, deps, endpoints.opsInvariants, {
    command: 'invariants',
    schema: { reply: schemas.OpsInvariantsReply },
    args: () => ({}),
  });
}
