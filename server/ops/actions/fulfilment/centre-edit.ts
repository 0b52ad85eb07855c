import { Type } from 'typebox';
import { opsAddPickupCentre, opsEditPickupCentre } from '#contract/ops/pickup-endpoints.ts';
import { OpsAddPickupCentreBody, OpsEditPickupCentreBody } from '#contract/schemas/ops/centres.ts';
import { OpsActionReply } from '#contract/schemas/ops/console.ts';
import { OpsPickupCentreParams } from '#contract/schemas/ops/pickup.ts';
import { parseCentreOrdersPerDay, parseHolidays } from '../../../features/fulfilment/centre-fields.ts';
import { saveCentre } from '../../../features/fulfilment/centre-import.ts';
import {
  ActionRefusedError,
  defineAction,
  defineConsoleEndpoint,
  getAuditActionName,
  type OperatorActionContext,
} from '../../action.ts';

/** Parsers of the fields that operators type as in a CSV file of pickup centres. */
const readers = { holidays: parseHolidays, ordersPerDay: parseCentreOrdersPerDay };

export const centreAddAction = defineAction({
  name: 'centre add',
  summary:
    'Add a pickup centre, in use at once. --is-default: it serves the cities of its state without one.',
  roles: ['ops'],
  key: 'given',
  body: OpsAddPickupCentreBody,
  positionals: ['centre'],
  readers,
  console: defineConsoleEndpoint(opsAddPickupCentre, OpsActionReply),
  run: (context, { centre, ...fields }) => save(context, true, { code: centre, ...fields }),
});

export const centreEditAction = defineAction({
  name: 'centre edit',
  summary: 'Change the given fields of a pickup centre and put it in use.',
  roles: ['ops'],
  key: 'given',
  body: Type.Object({ ...OpsPickupCentreParams.properties, ...OpsEditPickupCentreBody.properties }),
  positionals: ['centre'],
  readers,
  console: defineConsoleEndpoint(opsEditPickupCentre, OpsActionReply),
  run: (context, { centre, ...fields }) => save(context, false, { code: centre, ...fields }),
});

async function save(
  { db, actor, key, action }: OperatorActionContext,
  isNew: boolean,
  fields: Parameters<typeof saveCentre>[1],
) {
  const problems = await saveCentre(db, fields, { isNew, actor, key, action: getAuditActionName(action) });
  if (problems.length > 0)
    throw new ActionRefusedError(
      `Nothing was saved. ${problems.map(({ field, message }) => `${field}: ${message}.`).join(' ')}`,
    );
  return { data: { code: fields.code, active: true } };
}
