import { Type } from 'typebox';
import { FILE_NAME_LENGTH_MAX } from '#contract/limits.ts';
import * as calls from '#contract/ops/pickup-endpoints.ts';
import { WEEKDAYS } from '#contract/rules/pickup/opening-hours.ts';
import { formatCountWithNoun } from '#contract/rules/text/count-of.ts';
import * as schemas from '#contract/schemas/ops/centres.ts';
import { OpsActionReply } from '#contract/schemas/ops/console.ts';
import { OpsPickupCentreParams } from '#contract/schemas/ops/pickup.ts';
import { parseHolidays, parseOrdersPerDay } from '../../../features/fulfilment/centre-fields.ts';
import { importCentres, saveCentre } from '../../../features/fulfilment/centre-import.ts';
import {
  countOrdersWaitingAtCentre,
  deactivateCentre,
  listAllCentres,
  lockCentres,
  type PickupCentreRow,
} from '../../../features/fulfilment/centre-repository.ts';
import {
  ActionRefusedError,
  defineAction,
  defineConsoleEndpoint,
  EmptyActionBody,
  getAuditActionName,
  type OperatorActionContext,
  writeActionAuditRow,
} from '../../action.ts';
import { formatTextTable } from '../../command-line/print.ts';
import { createRowErrorsResult, IMPORT_FILE_MAX_BYTES, refuseUnreadableFile } from '../../import-file.ts';

const centreImportAction = defineAction({
  name: 'centre import',
  summary:
    'Import pickup centres by code: all of them, or none and a list of errors by row. Centres that are not in the file stay as they are.',
  roles: ['ops'],
  key: 'repeatable',
  body: Type.Object({
    fileName: Type.String({ maxLength: FILE_NAME_LENGTH_MAX }),
    text: Type.String({ 'x-any-text': true }),
  }),
  file: { name: 'fileName', content: 'text', maxBytes: IMPORT_FILE_MAX_BYTES },
  async run({ db, actor }, file) {
    const { errors, written } = await importCentres(db, { ...file, actor }).catch(refuseUnreadableFile);
    return errors.length > 0
      ? createRowErrorsResult(errors)
      : { data: { imported: written.length, errors: [] } };
  },
});

const DAYS: readonly string[] = WEEKDAYS;

const centreListAction = defineAction({
  name: 'centre list',
  summary: 'All pickup centres, including closed ones.',
  roles: ['support', 'ops', 'finance'],
  body: EmptyActionBody,
  centres: 'listed',
  console: defineConsoleEndpoint(calls.opsListPickupCentres, schemas.OpsPickupCentresReply),
  run: async ({ db, centres }) => ({ data: await listAllCentres(db, centres) }),
  // The weekdays' columns are left out, because the column with the opening hours as text contains them.
  print: (centres: PickupCentreRow[]) =>
    formatTextTable(
      centres.map((centre) =>
        Object.fromEntries(Object.entries(centre).filter(([field]) => !DAYS.includes(field))),
      ),
    ),
});

/** Parsers of the fields that operators type in the notation of the pickup centres' table. */
const readers = { holidays: parseHolidays, ordersPerDay: parseOrdersPerDay };

const centreAddAction = defineAction({
  name: 'centre add',
  summary:
    'Add a pickup centre, in use at once. --is-default: it serves the cities of its state without one.',
  roles: ['ops'],
  key: 'given',
  body: schemas.OpsAddPickupCentreBody,
  positionals: ['centre'],
  readers,
  console: defineConsoleEndpoint(calls.opsAddPickupCentre, OpsActionReply),
  run: (context, { centre, ...fields }) => save(context, true, { code: centre, ...fields }),
});

const centreEditAction = defineAction({
  name: 'centre edit',
  summary: 'Change the given fields of a pickup centre and put it in use.',
  roles: ['ops'],
  key: 'given',
  body: Type.Object({ ...OpsPickupCentreParams.properties, ...schemas.OpsEditPickupCentreBody.properties }),
  positionals: ['centre'],
  readers,
  console: defineConsoleEndpoint(calls.opsEditPickupCentre, OpsActionReply),
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

const centreDeactivateAction = defineAction({
  name: 'centre deactivate',
  summary:
    'Send no new orders to a pickup centre. Refused while orders wait there, or if no other is in use.',
  roles: ['ops'],
  key: 'given',
  body: OpsPickupCentreParams,
  positionals: ['centre'],
  console: defineConsoleEndpoint(calls.opsDeactivatePickupCentre, OpsActionReply),
  async run(context, { centre: code }) {
    await context.db.transaction(async (tx) => {
      await lockCentres(tx);
      if (!(await deactivateCentre(tx, code)))
        throw new ActionRefusedError(`No pickup centre in use has the code ${code}.`);
      const orders = await countOrdersWaitingAtCentre(tx, code);
      if (orders > 0)
        throw new ActionRefusedError(
          `${formatCountWithNoun(orders, 'order')} at ${code} must be handed out or refunded first.`,
        );
      if (!(await listAllCentres(tx)).some(({ active }) => active))
        throw new ActionRefusedError(`${code} is the only pickup centre in use. Add another one first.`);
      const [before, after] = [{ active: true }, { active: false }];
      await writeActionAuditRow(tx, context, { target: `centre:${code}`, before, after });
    });
    return { data: { code, active: false } };
  },
});

export const centreActions = [
  centreImportAction,
  centreListAction,
  centreAddAction,
  centreEditAction,
  centreDeactivateAction,
];
