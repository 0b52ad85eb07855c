import { Type } from 'typebox';
import { OpsReasonBody } from '#contract/schemas/ops/console.ts';
import { OpsOperatorNameParams } from '#contract/schemas/ops/operators.ts';
import { upsertAlarm } from '../../../alarms/alarms-repository.ts';
import type { Queryable } from '../../../db/database.ts';
import { listAllCentres } from '../../../features/fulfilment/centre-repository.ts';
import {
  ActionRefusedError,
  getAuditActionName,
  type OperatorActionContext,
  type OperatorRole,
  writeActionAuditRow,
} from '../../action.ts';

export const OperatorNameAndReasonBody = Type.Object({
  ...OpsOperatorNameParams.properties,
  ...OpsReasonBody.properties,
});

/** Changes one operator and writes the audit row. @throws {ActionRefusedError} when `change` finds no operator. */
export async function changeOperatorWithAudit(
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

/** Parses the list of centre codes in `--centre A,B` at the command line. */
export const CENTRE_LIST_OPTION_PARSERS = {
  centre: (text: string) => text.split(',').map((code) => code.trim()),
};

/**
 * Validates the pickup centres to which an operator is to be limited.
 * @returns their codes; null: the operator works for the whole shop.
 * @throws {ActionRefusedError} for an unknown centre, and for an owner.
 */
export async function validateOperatorCentres(
  db: Queryable,
  role: OperatorRole,
  codes: string[] | undefined,
) {
  if (codes === undefined) return null;
  if (role === 'owner')
    throw new ActionRefusedError('An owner works for the whole shop: leave out --centre.');
  const known = (await listAllCentres(db, codes)).map(({ code }) => code);
  const unknown = codes.find((code) => !known.includes(code));
  if (unknown !== undefined) throw new ActionRefusedError(`There is no pickup centre ${unknown}.`);
  return codes;
}

/** Each change also raises an alarm, because all operators must learn who has access. */
export async function writeOperatorAuditRow(
  tx: Queryable,
  context: OperatorActionContext,
  line: Parameters<typeof writeActionAuditRow>[2],
): Promise<void> {
  const id = await writeActionAuditRow(tx, context, line);
  const detail = getAuditActionName(context.action);
  await upsertAlarm(tx, { kind: 'operator_changed', subject: `audit:${id}`, detail }, true);
}
