import type { FastifyInstance } from 'fastify';
import {
  opsGoodwill,
  opsInvariants,
  opsMonth,
  opsPlanCardRefund,
  opsPlanGroupRefund,
  opsRecon,
  opsReconRun,
  opsRefundCard,
  opsRefundGroup,
  opsRefundItem,
  opsResettle,
  opsResolve,
} from '#contract/ops-money-endpoints.ts';
import { OpsActReply, OpsReasonBody, OpsReferenceParams, OpsTrackingParams } from '#contract/schemas/ops.ts';
import { OpsGroupParams } from '#contract/schemas/ops-groups.ts';
import * as schemas from '#contract/schemas/ops-money.ts';
import type { AppDeps } from '../../app-deps.ts';
import { commandRoute } from './command-route.ts';
import { optionsOf } from './options-of.ts';

/** Refunds, goodwill, reconciliation and the month. */
export function registerMoney(app: FastifyInstance, deps: AppDeps): void {
  commandRoute(app, deps, opsGoodwill, {
    command: 'wallet goodwill',
    schema: { body: schemas.OpsGoodwillBody, reply: schemas.OpsGoodwillReply },
    args: ({ body }) => ({ options: wishOf(body) }),
  });
  registerRefunds(app, deps);
  registerReconciliation(app, deps);
  commandRoute(app, deps, opsMonth, {
    command: 'report',
    schema: { query: schemas.OpsMonthQuery, reply: schemas.OpsMonthReply },
    args: ({ query: { month, csv } }) => ({ options: { month, ...flag('csv', csv) } }),
  });
  commandRoute(app, deps, opsInvariants, {
    command: 'invariants',
    schema: { reply: schemas.OpsInvariantsReply },
    args: () => ({}),
  });
}

function registerRefunds(app: FastifyInstance, deps: AppDeps): void {
  commandRoute(app, deps, opsRefundItem, {
    command: 'item refund',
    schema: {
      params: OpsTrackingParams,
      body: schemas.OpsRefundItemBody,
      reply: schemas.OpsRefundItemReply,
    },
    args: ({ params, body }) => ({ words: [params.trackingNumber], options: wishOf(body) }),
  });
  commandRoute(app, deps, opsPlanCardRefund, {
    command: 'refund card',
    schema: {
      params: OpsReferenceParams,
      body: schemas.OpsRefundCardBody,
      reply: schemas.OpsCardRefundPlanReply,
    },
    args: ({ params, body }) => ({ words: [params.reference], options: wishOf({ ...body, dryRun: true }) }),
  });
  commandRoute(app, deps, opsRefundCard, {
    command: 'refund card',
    schema: {
      params: OpsReferenceParams,
      body: schemas.OpsRefundCardBody,
      reply: schemas.OpsCardRefundsReply,
    },
    args: ({ params, body }) => ({ words: [params.reference], options: wishOf(body) }),
  });
  commandRoute(app, deps, opsResettle, {
    command: 'payment resettle',
    schema: { params: OpsReferenceParams, reply: OpsActReply },
    args: ({ params }) => ({ words: [params.reference] }),
  });
  commandRoute(app, deps, opsPlanGroupRefund, {
    command: 'refund group',
    schema: { params: OpsGroupParams, body: OpsReasonBody, reply: schemas.OpsGroupRefundPlanReply },
    args: ({ params, body }) => ({ words: [params.groupId], options: wishOf({ ...body, dryRun: true }) }),
  });
  commandRoute(app, deps, opsRefundGroup, {
    command: 'refund group',
    schema: { params: OpsGroupParams, body: OpsReasonBody, reply: schemas.OpsCardRefundsReply },
    args: ({ params, body }) => ({ words: [params.groupId], options: wishOf(body) }),
  });
}

function registerReconciliation(app: FastifyInstance, deps: AppDeps): void {
  commandRoute(app, deps, opsRecon, {
    command: 'recon list',
    schema: { query: schemas.OpsReconQuery, reply: schemas.OpsReconReply },
    args: ({ query }) => ({ options: flag('all', query.all) }),
  });
  commandRoute(app, deps, opsReconRun, {
    command: 'recon run',
    schema: { body: schemas.OpsReconRunBody, reply: OpsActReply },
    args: ({ body }) => ({ options: { day: body.day } }),
  });
  commandRoute(app, deps, opsResolve, {
    command: 'recon resolve',
    schema: { params: schemas.OpsReconParams, body: schemas.OpsResolveBody, reply: schemas.OpsResolveReply },
    args: ({ params, body: { goes, ...body } }) => ({
      words: [params.item],
      options: {
        ...wishOf(body),
        ...flag('release', goes === 'wallet'),
        ...flag('returned', goes === 'provider'),
      },
    }),
  });
}

/** What a body asks for, as the options of a command line. */
function wishOf({
  dryRun,
  ...body
}: { dryRun?: boolean } & Record<string, string | number | boolean | undefined>): Record<string, string> {
  return { ...optionsOf(body as Record<string, string | number | undefined>), ...flag('dry-run', dryRun) };
}

function flag(name: string, isSet: boolean | undefined): Record<string, string> {
  return isSet ? { [name]: 'true' } : {};
}
