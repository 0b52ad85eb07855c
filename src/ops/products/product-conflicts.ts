import type { OpsProductFieldChanges } from '#contract/schemas/ops/products.ts';
import { createConflictError } from '../frames/conflict-error.ts';
import type { UndoRequest } from '../frames/Undo.tsx';
import { getProductFieldLabel } from './ProductFieldChanges.tsx';

/** Changed fields of some products as the server returns them; a repeated call returns none. */
type Changes = readonly Partial<OpsProductFieldChanges>[];

/** @returns the value of a field before or after the changes; undefined: the field does not change. */
export function getChangedValue(
  changes: Changes,
  side: 'before' | 'after',
  slug: string | undefined,
  field: string,
): unknown {
  return changes.find((one) => one.slug === slug)?.fields?.[field]?.[side];
}

/**
 * Compares a planned change with the values that it should replace.
 * @param planned the changes as a dry run returns them.
 * @throws {ChangeConflictError} when a product has another value now.
 */
export function requireExpectedValues(
  planned: Changes,
  getExpected: (slug: string | undefined, field: string) => unknown,
  advice: string,
): void {
  const toText = (value: unknown) => JSON.stringify(value ?? null);
  const lost = planned.flatMap(({ slug, fields = {} }) =>
    Object.keys(fields).filter((field) => toText(fields[field]?.before) !== toText(getExpected(slug, field))),
  );
  if (lost.length > 0) throw createConflictError([...new Set(lost)].map(getProductFieldLabel), advice);
}

/**
 * Creates an undo request that does not overwrite what somebody has changed since.
 * @param done the changes to undo.
 * @param send sends the earlier values, or plans that without a key. @returns what changes.
 */
export function createProductUndoRequest(
  done: Changes,
  send: (how: { body: { dryRun?: true }; idempotencyKey?: string }) => Promise<Changes>,
): UndoRequest {
  return {
    check: async () =>
      requireExpectedValues(
        await send({ body: { dryRun: true } }),
        (slug, field) => getChangedValue(done, 'after', slug, field),
        'It was not undone.',
      ),
    send: (idempotencyKey) => send({ body: {}, idempotencyKey }),
  };
}
