import { isDeepStrictEqual } from 'node:util';
import { writeAuditEntry } from '../../audit/audit-log.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { isCsvFileName, parseCsvTable } from '../../lib/csv-table.ts';
import { parseJsonList } from '../../lib/json-list.ts';
import { CENTRE_FIELD_NAMES, parseCentreCsvCells, validateCentreFields } from './centre-fields.ts';
import {
  clearDefaultCentreFlag,
  listAllCentres,
  lockCentres,
  type PickupCentreFields,
  type PickupCentreRow,
  upsertCentre,
} from './centre-repository.ts';

export interface CentreImportError {
  /** Line number in a CSV file, or position in a JSON list counted from 1. */
  row: number;
  field: string;
  message: string;
}

const CODE_PATTERN = /^[A-Z0-9]+(-[A-Z0-9]+)*$/;

interface RawCentre {
  row: number;
  fields: Record<string, unknown>;
  problems: { field: string; message: string }[];
}

/**
 * Imports pickup centres by code and activates them: all of them, or none with a list of the errors.
 * @throws {Error} when the file cannot be parsed.
 */
export async function importCentres(
  db: Database,
  { fileName, text, actor }: { fileName: string; text: string; actor: string },
): Promise<{ errors: CentreImportError[]; written: string[] }> {
  const rows = isCsvFileName(fileName) ? readCsvCentres(text) : parseJsonList(text, 'pickupCentres');
  return db.transaction(async (tx) => {
    await lockCentres(tx);
    const before = await listAllCentres(tx);
    const stored = new Map(before.map(({ active: _, ...fields }) => [fields.code, fields]));
    const { centres, errors } = checkCentres(rows, stored);
    if (errors.length > 0) return { errors, written: [] };
    await writeCentres(tx, centres);
    await auditChanges(tx, before, { actor, action: 'centre.import', reason: `file ${fileName}` });
    return { errors: [], written: centres.map((centre) => centre.code) };
  });
}

/**
 * Adds a pickup centre or changes the given fields of a stored one, and activates it.
 * @returns the errors by field; empty: the centre is saved.
 */
export async function saveCentre(
  db: Database,
  given: Partial<Record<keyof PickupCentreFields, unknown>> & { code: string },
  { isNew, key, ...context }: { isNew: boolean; actor: string; action: string; key: string | null },
): Promise<{ field: string; message: string }[]> {
  const code = given.code.trim();
  return db.transaction(async (tx) => {
    await lockCentres(tx);
    const before = await listAllCentres(tx);
    const stored = new Map(before.map(({ active: _, ...fields }) => [fields.code, fields]));
    if (stored.has(code) === isNew)
      return [{ field: 'code', message: isNew ? 'another centre has this code' : 'no centre has this code' }];
    const { centres, errors } = checkCentres([{ row: 1, fields: { ...given, code }, problems: [] }], stored);
    if (errors.length > 0) return errors;
    await writeCentres(tx, centres);
    await auditChanges(tx, before, context, { code, key });
    return [];
  });
}

async function writeCentres(tx: Queryable, centres: readonly PickupCentreFields[]): Promise<void> {
  await clearDefaultCentreFlag(
    tx,
    centres.filter((centre) => centre.isDefault).map((centre) => centre.state),
  );
  for (const centre of centres) await upsertCentre(tx, centre);
}

/**
 * Writes one audit row for each changed centre.
 * @param keyed the centre whose audit row stores the idempotency key; the row is written even if nothing changed.
 */
async function auditChanges(
  tx: Queryable,
  stored: readonly PickupCentreRow[],
  context: { actor: string; action: string; reason?: string },
  keyed?: { code: string; key: string | null },
): Promise<void> {
  const known = new Map(stored.map((centre) => [centre.code, centre]));
  for (const after of await listAllCentres(tx)) {
    const before = known.get(after.code);
    const isKeyed = after.code === keyed?.code;
    if (!isKeyed && isDeepStrictEqual(before, after)) continue;
    await writeAuditEntry(tx, {
      ...context,
      ...(isKeyed ? { key: keyed.key } : {}),
      target: `centre:${after.code}`,
      before,
      after,
    });
  }
}

function readCsvCentres(text: string): RawCentre[] {
  return parseCsvTable(text, 'code', CENTRE_FIELD_NAMES, 'pickup centre').map(
    ({ line, cells, problems }) => ({
      row: line,
      problems,
      fields: parseCentreCsvCells(cells),
    }),
  );
}

function checkCentres(
  rows: readonly RawCentre[],
  stored: ReadonlyMap<string, PickupCentreFields>,
): { centres: PickupCentreFields[]; errors: CentreImportError[] } {
  const errors: CentreImportError[] = [];
  const codes = new Set<string>();
  const checked = rows.map(({ row, fields: given, problems }) => {
    const report = (field: string, message: string): void => void errors.push({ row, field, message });
    for (const { field, message } of problems) report(field, message);
    for (const field of Object.keys(given).filter((name) => !CENTRE_FIELD_NAMES.includes(name)))
      report(field, 'is not a field of a pickup centre');
    const centre = validateCentreFields(given, stored.get(String(given.code).trim()), report);
    if (centre.code && !CODE_PATTERN.test(centre.code))
      report('code', 'only A-Z, 0-9 and single dashes between them');
    if (codes.has(centre.code)) report('code', 'the same code is in another row');
    codes.add(centre.code);
    return { row, centre, isNamedDefault: given.isDefault === true };
  });
  const named = new Set(checked.filter((one) => one.isNamedDefault).map((one) => stateOf(one.centre)));
  const defaults = new Set<string>();
  const centres = checked.map(({ row, centre, isNamedDefault }) => {
    // A state has one default centre: one that the file names as default replaces the stored default.
    const isDefault = isNamedDefault || (centre.isDefault && !named.has(stateOf(centre)));
    if (isDefault && defaults.has(stateOf(centre)))
      errors.push({ row, field: 'isDefault', message: 'the state has another default' });
    if (isDefault) defaults.add(stateOf(centre));
    return { ...centre, isDefault };
  });
  return { centres, errors };
}

const stateOf = (centre: PickupCentreFields): string => centre.state.toLowerCase();
