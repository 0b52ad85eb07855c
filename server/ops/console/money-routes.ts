import type { FastifyInstance } from 'fastify';
import { opsGoodwill } from '#contract/ops-money-endpoints.ts';
import { OpsActReply } from '#contract/schemas/ops.ts';
import * as schemas from '#contract/schemas/ops-money.ts';
import type { AppDeps } from '../../app-deps.ts';
import { commandRoute } from './command-route.ts';

/** Refunds, goodwill, reconciliation and the month. */
export function registerMoney(app: FastifyInstance, deps: AppDeps): void {
  commandRoute(app, deps, opsGoodwill, {
    command: 'wallet goodwill',
    schema: { body: schemas.OpsGoodwillBody, reply: OpsActReply },
    args: ({ body: { email, amount, reason } }) => ({ options: { email, amount: String(amount), reason } }),
  });
}
