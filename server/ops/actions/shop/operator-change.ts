import { Type } from 'typebox';
import { OpsReasonBody } from '#contract/schemas/ops.ts';
import { OpsOperatorNameParams } from '#contract/schemas/ops-operators.ts';
import { saveAlarm } from '../../../alarms/alarms-repository.ts';
import type { Queryable } from '../../../db/database.ts';
import {
  ActionRefusedError,
  getAuditActionName,
  type OperatorActionContext,
  writeKeyedAuditRow,
} from '../../action.ts';

export const OperatorChangeBody = Type.Object({
  ...OpsOperatorNameParams.properties,
  ...OpsReasonBody.properties,
});

/** Changes one operator and writes the audit row. @throws {ActionRefusedError} when `change` finds no operator. */
export async function changeOperator(
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

/** Each change also raises an alarm, because all operators must learn who has access. */
export async function writeOperatorAuditRow(
  tx: Queryable,
  context: OperatorActionContext,
  line: Parameters<typeof writeKeyedAuditRow>[2],
): Promise<void> {
  const id = await writeKeyedAuditRow(tx, context, line);
  const detail = getAuditActionName(context.action);
  await saveAlarm(tx, { kind: 'operator_changed', subject: `audit:${id}`, detail }, true);
}
