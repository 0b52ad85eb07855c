import { Type } from 'typebox';
import { OpsReasonBody } from '#contract/schemas/ops.ts';
import { OpsOperatorParams } from '#contract/schemas/ops-operators.ts';
import { saveAlarm } from '../../../alarms/alarms-repository.ts';
import type { Queryable } from '../../../db/database.ts';
import { auditName, type OpsContext, Refusal, writeRow } from '../../action.ts';

export const OperatorChange = Type.Object({ ...OpsOperatorParams.properties, ...OpsReasonBody.properties });

/** Changes one operator and writes the audit row. @throws {Refusal} when `change` finds no operator. */
export async function changeOperator(
  context: OpsContext,
  { name, reason }: { name: string; reason: string },
  change: (tx: Queryable) => Promise<{ before?: object; after: object } | false | undefined>,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const changed = await change(tx);
    if (!changed) throw new Refusal(`There is no operator "${name}".`);
    await writeOperatorRow(tx, context, { target: `operator:${name}`, reason, ...changed });
  });
}

/** Each change also raises an alarm, because all operators must learn who has access. */
export async function writeOperatorRow(
  tx: Queryable,
  context: OpsContext,
  line: Parameters<typeof writeRow>[2],
): Promise<void> {
  const id = await writeRow(tx, context, line);
  const detail = auditName(context.action);
  await saveAlarm(tx, { kind: 'operator_changed', subject: `audit:${id}`, detail }, true);
}
