import {
  findUncollectedOrderLines,
  isPickupCentreCode,
  type UncollectedOrderLineRow,
} from '../../../features/fulfilment/pickup-repository.ts';
import { ActionRefusedError, type OperatorActionContext } from '../../action.ts';

interface Waiting {
  centre?: string;
  overdue?: boolean;
}

/** Finds the uncollected goods at one centre, or the overdue goods at all of the operator's centres. */
export async function findUncollectedGoods(
  context: OperatorActionContext,
  { centre, overdue = false }: Waiting,
): Promise<UncollectedOrderLineRow[]> {
  const isEverywhere = overdue && centre === undefined;
  const codes = isEverywhere ? context.centres : [await requireCentreVisibleToOperator(context, centre)];
  const rows = await findUncollectedOrderLines(context.db, codes);
  return overdue ? rows.filter(({ isOverdue }) => isOverdue) : rows;
}

/**
 * Requires a centre that the operator may see. A foreign centre gets the message of an unknown one, so that its code
 * stays secret.
 */
export async function requireCentreVisibleToOperator(
  { db, centres }: Pick<OperatorActionContext, 'db' | 'centres'>,
  code?: string,
): Promise<string> {
  if (code === undefined) throw new ActionRefusedError('--centre is required.');
  const isForeign = centres !== null && !centres.includes(code);
  if (isForeign || !(await isPickupCentreCode(db, code)))
    throw new ActionRefusedError(`There is no pickup centre ${code}.`);
  return code;
}

/** Names for the audit log the centre whose uncollected goods an operator has viewed. */
export function getUncollectedGoodsAuditTarget({ centre }: Waiting): string {
  return centre ? `centre:${centre}` : 'pickup:overdue';
}
