import { opsEditPickupCentre, opsListPickupCentres, opsMoveBatches } from '#contract/ops/pickup-endpoints.ts';
import { WEEKDAYS } from '#contract/rules/pickup/opening-hours.ts';
import type { OpsMoveBatchesBody, OpsMoveBatchesReply } from '#contract/schemas/ops/pickup.ts';
import { sendApiRequest } from '../../lib/api/api-send.ts';
import { capitalise } from '../display-text.ts';
import { ChangeConflictError, createConflictError } from '../frames/conflict-error.ts';
import type { UndoRequest } from '../frames/Undo.tsx';
import { getWeekdayOpeningTimes, type OpsPickupCentre } from './CentreFields.tsx';

type Fields = Readonly<Record<string, unknown>>;

/** Returns the fields of a centre that an edit may send. */
export function getEditableFields(centre: OpsPickupCentre) {
  const { code: _code, active: _active, ...fields } = centre;
  return { ...fields, ...getWeekdayOpeningTimes(centre) };
}

async function fetchFields(code: string): Promise<Fields> {
  const { data } = await sendApiRequest(opsListPickupCentres, {});
  const centre = data.find((one) => one.code === code);
  return centre ? getEditableFields(centre) : {};
}

const LABELS: Fields = { ordersPerDay: 'Orders a day', isDefault: 'Default centre of the state' };
const toText = (value: unknown) => JSON.stringify(value ?? null);

/**
 * Requires that each field has its new or its expected value.
 * @throws {ChangeConflictError} when somebody else has given it another one.
 */
export async function requireCentreUnchanged(
  code: string,
  next: Fields,
  { expected, advice }: { expected: Fields; advice: string },
): Promise<void> {
  const now = await fetchFields(code);
  const lost = Object.keys(next).filter(
    (name) => toText(now[name]) !== toText(expected[name]) && toText(now[name]) !== toText(next[name]),
  );
  if (lost.length > 0)
    throw createConflictError(
      lost.map((name) => String(LABELS[name] ?? capitalise(name))),
      advice,
    );
}

const OPENING: readonly string[] = ['hours', ...WEEKDAYS];

/**
 * Creates an undo request that restores only the fields of a saved edit.
 * @param before the centre's fields before the edit.
 */
export function createCentreUndoRequest(code: string, before: Fields, edit: Fields): UndoRequest {
  // The server writes the opening hours from the days, so they are restored together.
  const isOpening = OPENING.some((name) => name in edit);
  const earlier = Object.fromEntries(
    Object.entries(before).filter(([name]) => name in edit || (isOpening && OPENING.includes(name))),
  );
  const saved = fetchFields(code);
  saved.catch(() => undefined);
  return {
    check: async () =>
      requireCentreUnchanged(code, earlier, { expected: await saved, advice: 'It was not undone.' }),
    send: (idempotencyKey) =>
      sendApiRequest(opsEditPickupCentre, { params: { centre: code }, body: earlier, idempotencyKey }),
  };
}

/**
 * A group may be secured after the preview. Its shoppers would be told that goods are ready which nobody has counted.
 * @throws {ChangeConflictError} when other batches would move than the preview showed.
 */
export async function requireSameBatches(
  centre: string,
  body: OpsMoveBatchesBody,
  previewed: OpsMoveBatchesReply | undefined,
): Promise<void> {
  const now = await sendApiRequest(opsMoveBatches, { params: { centre }, body: { ...body, dryRun: true } });
  if (JSON.stringify(now.data.found) === JSON.stringify(previewed?.data.found)) return;
  throw new ChangeConflictError('The batches have changed since the preview. Preview them again.');
}
