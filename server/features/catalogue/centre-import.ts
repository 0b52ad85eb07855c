import { ADDRESS_FIELD_MAX } from '#contract/limits.ts';
import type { Database } from '../../db/database.ts';
import { writeAudit } from '../audit/audit-log.ts';
import { type CentreFields, dropDefaults, upsertCentre } from './centre-repository.ts';

export interface CentreError {
  /** Place in the list, from 1. */
  row: number;
  field: string;
  message: string;
}

const TEXT_FIELDS = ['code', 'name', 'state', 'city', 'address', 'hours'] as const;
const CODE_PATTERN = /^[A-Z0-9]+(-[A-Z0-9]+)*$/;

/**
 * Brings pickup centres in by code and in use: all of them, or none and the list of what is wrong. A new default of a
 * state takes the place of the old one.
 *
 * @throws {Error} when the file is not readable at all.
 */
export async function importCentres(
  db: Database,
  { fileName, text, actor }: { fileName: string; text: string; actor: string },
): Promise<{ errors: CentreError[]; written: string[] }> {
  const { centres, errors } = checkCentres(readCentres(text));
  if (errors.length > 0) return { errors, written: [] };
  const written = centres.map((centre) => centre.code);
  await db.transaction(async (tx) => {
    await dropDefaults(
      tx,
      centres.filter((centre) => centre.isDefault).map((centre) => centre.state),
    );
    for (const centre of centres) await upsertCentre(tx, centre);
    await writeAudit(tx, { actor, action: 'centre.import', target: `file:${fileName}`, after: written });
  });
  return { errors: [], written };
}

function readCentres(text: string): unknown[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new Error(`The file is no JSON: ${(error as Error).message}`);
  }
  const list = Array.isArray(parsed) ? parsed : (parsed as { pickupCentres?: unknown } | null)?.pickupCentres;
  if (!Array.isArray(list)) throw new Error('The file holds neither a list nor {"pickupCentres": [...]}.');
  return list;
}

function checkCentres(rows: readonly unknown[]): { centres: CentreFields[]; errors: CentreError[] } {
  const errors: CentreError[] = [];
  const codes = new Set<string>();
  const defaults = new Set<string>();
  const centres = rows.map((given, index) => {
    const fields = (typeof given === 'object' && given !== null ? given : {}) as Record<string, unknown>;
    const complain = (field: string, message: string): void =>
      void errors.push({ row: index + 1, field, message });
    const centre: CentreFields = { ...readTexts(fields, complain), isDefault: fields.isDefault === true };
    if (centre.code && !CODE_PATTERN.test(centre.code))
      complain('code', 'only A-Z, 0-9 and single dashes between them');
    if (codes.has(centre.code)) complain('code', 'the same code stands in another row');
    codes.add(centre.code);
    if (fields.isDefault !== undefined && typeof fields.isDefault !== 'boolean')
      complain('isDefault', 'true or false');
    const state = centre.state.toLowerCase();
    if (centre.isDefault && defaults.has(state)) complain('isDefault', 'the state has another default');
    if (centre.isDefault) defaults.add(state);
    return centre;
  });
  return { centres, errors };
}

function readTexts(
  fields: Record<string, unknown>,
  complain: (field: string, message: string) => void,
): Omit<CentreFields, 'isDefault'> {
  const texts = { code: '', name: '', state: '', city: '', address: '', hours: '' };
  for (const field of TEXT_FIELDS) {
    const value = fields[field];
    const text = typeof value === 'string' ? value.trim() : '';
    if (text === '') complain(field, 'is required');
    if (text.length > ADDRESS_FIELD_MAX) complain(field, `at most ${ADDRESS_FIELD_MAX} characters`);
    texts[field] = text;
  }
  return texts;
}
