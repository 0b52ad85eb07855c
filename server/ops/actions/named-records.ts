import { ActionRefusedError, type OperatorActionContext } from '../action.ts';
import { doesNamedRecordExist, type NamedRecordKind } from '../queries/named-record-repository.ts';
import { requireCentreVisibleToOperator } from './fulfilment/uncollected-goods.ts';

/** Records that the filters of a list name; the last row of the previous page is one of them. */
type NamedRecords = { centre?: string | undefined } & Partial<
  Record<NamedRecordKind, string | number | undefined>
>;

/**
 * Requires that all named records exist, because a mistyped name would find an empty list, which looks like the truth.
 * An order or centre that is not the operator's gets the same message as one that does not exist.
 * @throws {ActionRefusedError}
 */
export async function requireNamedRecords(
  { db, centres }: Pick<OperatorActionContext, 'db' | 'centres'>,
  { centre, ...named }: NamedRecords,
): Promise<void> {
  if (centre !== undefined) await requireCentreVisibleToOperator({ db, centres }, centre);
  for (const [kind, name] of Object.entries(named) as [NamedRecordKind, string | number | undefined][])
    if (name !== undefined && !(await doesNamedRecordExist(db, { kind, name, centres })))
      throw new ActionRefusedError(`There is no ${kind} ${name}.`);
}
