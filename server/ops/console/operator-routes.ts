import type { FastifyInstance } from 'fastify';
import {
  opsAddOperator,
  opsOperators,
  opsRemoveOperator,
  opsResetOperator,
} from '#contract/ops-operator-endpoints.ts';
import { OpsActReply, OpsReasonBody } from '#contract/schemas/ops.ts';
import * as schemas from '#contract/schemas/ops-operators.ts';
import type { OpsDeps } from '../command.ts';
import { commandRoute } from './command-route.ts';

export function registerOperatorRoutes(app: FastifyInstance, deps: OpsDeps): void {
  commandRoute(app, deps, opsOperators, {
    command: 'operator list',
    schema: { reply: schemas.OpsOperatorsReply },
    args: () => ({}),
  });
  commandRoute(app, deps, opsAddOperator, {
    command: 'operator add',
    schema: { body: schemas.OpsAddOperatorBody, reply: schemas.OpsSecretReply },
    args: ({ body: { name, role } }) => ({ words: [name], options: { role } }),
  });
  const params = schemas.OpsOperatorParams;
  commandRoute(app, deps, opsResetOperator, {
    command: 'operator reset',
    schema: { params, body: OpsReasonBody, reply: schemas.OpsSecretReply },
    args: ({ params: { name }, body: { reason } }) => ({ words: [name], options: { reason } }),
  });
  commandRoute(app, deps, opsRemoveOperator, {
    command: 'operator remove',
    schema: { params, body: OpsReasonBody, reply: OpsActReply },
    args: ({ params: { name }, body: { reason } }) => ({ words: [name], options: { reason } }),
  });
}
