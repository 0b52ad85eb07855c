import { Type } from 'typebox';
import * as calls from '#contract/ops/operator-endpoints.ts';
import { OpsActionReply, OpsReasonBody } from '#contract/schemas/ops/console.ts';
import * as schemas from '#contract/schemas/ops/operators.ts';
import { saveAlarm } from '../../../alarms/alarms-repository.ts';
import type { Queryable } from '../../../db/database.ts';
import { listAllCentres } from '../../../features/fulfilment/centre-repository.ts';
import {
  ActionRefusedError,
  defineAction,
  defineConsoleEndpoint,
  EmptyActionBody,
  getAuditActionName,
  type OperatorActionContext,
  type OperatorRole,
  writeActionAuditRow,
} from '../../action.ts';
import {
  addOperator,
  findActiveOperators,
  limitOperatorToCentres,
  listAllOperators,
  lockOwners,
  removeOperator,
  replaceOperatorSecret,
} from '../../operator-repository.ts';
import { createOperatorSecret } from '../../operators.ts';

const OperatorNameAndReasonBody = Type.Object({
  ...schemas.OpsOperatorNameParams.properties,
  ...OpsReasonBody.properties,
});

/** Parses the list of centre codes in `--centre A,B` at the command line. */
const CENTRE_OPTION_PARSERS = { centre: (text: string) => text.split(',').map((code) => code.trim()) };

const operatorAddAction = defineAction({
  name: 'operator add',
  summary:
    'Add an operator and show their secret once. The first one is an owner; from then on every command needs --as NAME. --centre: limited to these pickup centres.',
  roles: ['owner'],
  key: 'given',
  body: schemas.OpsAddOperatorBody,
  positionals: ['name'],
  readers: CENTRE_OPTION_PARSERS,
  console: defineConsoleEndpoint(calls.opsAddOperator, schemas.OpsEnrolmentSecretReply),
  async run(context, { name, role, centre }) {
    const { db, config } = context;
    const isFirst = !(await findActiveOperators(db)).some((one) => one.role === 'owner');
    if (isFirst && role !== 'owner')
      throw new ActionRefusedError('The first operator is an owner: operator add NAME --role owner');
    const centres = await validateOperatorCentres(db, role, centre);
    const { secret, secretHash } = await createOperatorSecret();
    await db.transaction(async (tx) => {
      if (!(await addOperator(tx, { name, role, centres, secretHash })))
        throw new ActionRefusedError(
          `${name} already exists or existed before: a name cannot be used again.`,
        );
      await writeOperatorAuditRow(tx, context, {
        target: `operator:${name}`,
        after: centres ? { role, centres } : { role },
      });
    });
    return {
      data: { name, role, secret, setUpAt: `${config.publicUrl}/ops/enrol` },
      saidAgain: `${name} is added with the role ${role}. The secret was shown once: operator reset ${name} gives a new one.`,
    };
  },
});

const operatorEditAction = defineAction({
  name: 'operator edit',
  summary:
    'Limit an operator to pickup centres: they see and change only the orders and goods of these. Without --centre: the whole shop again.',
  roles: ['owner'],
  key: 'given',
  body: Type.Object({
    ...schemas.OpsOperatorNameParams.properties,
    ...schemas.OpsEditOperatorBody.properties,
  }),
  positionals: ['name'],
  readers: CENTRE_OPTION_PARSERS,
  console: defineConsoleEndpoint(calls.opsEditOperator, OpsActionReply),
  async run(context, body) {
    const { name, centre } = body;
    await changeOperator(context, body, async (tx) => {
      const before = await limitOperatorToCentres(tx, name, centre ?? null);
      if (!before) return undefined;
      // The centres are validated after the change, because only the change returns the operator's role. A refusal
      // rolls the change back.
      const centres = await validateOperatorCentres(tx, before.role, centre);
      return { before: { centres: before.centres }, after: { centres } };
    });
    return { data: { name, centres: centre ?? null } };
  },
});

const operatorListAction = defineAction({
  name: 'operator list',
  summary: 'All operators, also removed ones, and their failed sign-ins of 90 days.',
  roles: ['support', 'ops', 'finance'],
  body: EmptyActionBody,
  console: defineConsoleEndpoint(calls.opsListOperators, schemas.OpsOperatorsReply),
  run: async ({ db }) => ({ data: await listAllOperators(db) }),
});

const operatorResetAction = defineAction({
  name: 'operator reset',
  summary: 'Give an operator a new secret, shown once. The old one stops working.',
  roles: ['owner'],
  key: 'given',
  body: OperatorNameAndReasonBody,
  positionals: ['name'],
  console: defineConsoleEndpoint(calls.opsResetOperatorCredentials, schemas.OpsEnrolmentSecretReply),
  async run(context, body) {
    const { name } = body;
    const { secret, secretHash } = await createOperatorSecret();
    await changeOperator(context, body, async (tx) => {
      const isHere = await replaceOperatorSecret(tx, name, secretHash);
      return isHere && { after: { hasNewSecret: true } };
    });
    return { data: { name, secret }, saidAgain: 'The secret was shown once.' };
  },
});

const operatorRemoveAction = defineAction({
  name: 'operator remove',
  summary: 'Remove an operator. The last owner cannot be removed.',
  roles: ['owner'],
  key: 'given',
  body: OperatorNameAndReasonBody,
  positionals: ['name'],
  console: defineConsoleEndpoint(calls.opsRemoveOperator, OpsActionReply),
  async run(context, body) {
    const { name } = body;
    await changeOperator(context, body, async (tx) => {
      const owners = await lockOwners(tx);
      if (owners.length === 1 && owners[0] === name)
        throw new ActionRefusedError(`${name} is the last owner. Add another one first.`);
      const role = await removeOperator(tx, name);
      return role && { before: { role }, after: { removed: true } };
    });
    return { data: { name } };
  },
});

/** Changes one operator and writes the audit row. @throws {ActionRefusedError} when `change` finds no operator. */
async function changeOperator(
  context: OperatorActionContext,
  { name, reason }: { name: string; reason: string },
  change: (tx: Queryable) => Promise<{ before?: object; after: object } | false | undefined>,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const changed = await change(tx);
    if (!changed) throw new ActionRefusedError(`There is no operator "${name}".`);
    await writeOperatorAuditRow(tx, context, { target: `operator:${name}`, reason, ...changed });
  });
}

/**
 * Validates the pickup centres to which an operator is to be limited.
 * @returns their codes; null: the operator works for the whole shop.
 * @throws {ActionRefusedError} for an unknown centre, and for an owner.
 */
async function validateOperatorCentres(db: Queryable, role: OperatorRole, codes: string[] | undefined) {
  if (codes === undefined) return null;
  if (role === 'owner')
    throw new ActionRefusedError('An owner works for the whole shop: leave out --centre.');
  const known = (await listAllCentres(db, codes)).map(({ code }) => code);
  const unknown = codes.find((code) => !known.includes(code));
  if (unknown !== undefined) throw new ActionRefusedError(`There is no pickup centre ${unknown}.`);
  return codes;
}

/** Each change also raises an alarm, because all operators must learn who has access. */
async function writeOperatorAuditRow(
  tx: Queryable,
  context: OperatorActionContext,
  line: Parameters<typeof writeActionAuditRow>[2],
): Promise<void> {
  const id = await writeActionAuditRow(tx, context, line);
  const detail = getAuditActionName(context.action);
  await saveAlarm(tx, { kind: 'operator_changed', subject: `audit:${id}`, detail }, true);
}

export const operatorActions = [
  operatorAddAction,
  operatorEditAction,
  operatorListAction,
  operatorResetAction,
  operatorRemoveAction,
];
