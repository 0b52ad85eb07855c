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

/** Finds goods that wait at one centre. Only overdue goods can be listed for all centres of the operator together. */
export async function findWaitingGoods(
  context: OperatorActionContext,
  { centre, overdue = false }: Waiting,
): Promise<UncollectedOrderLineRow[]> {
  const isEverywhere = overdue && centre === undefined;
  const codes = isEverywhere ? context.centres : [await requireCentreCode(context, centre)];
  const rows = await findUncollectedOrderLines(context.db, codes);
  return overdue ? rows.filter(({ isOverdue }) => isOverdue) : rows;
}

/** An operator who is limited to other centres gets the same words as for a centre that does not exist. */
export async function requireCentreCode(
  { db, centres }: Pick<OperatorActionContext, 'db' | 'centres'>,
  code?: string,
): Promise<string> {
  if (code === undefined) throw new ActionRefusedError('--centre is required.');
  const isForeign = centres !== null && !centres.includes(code);
  if (isForeign || !(await isPickupCentreCode(db, code)))
    throw new ActionRefusedError(`There is no pickup centre ${code}.`);
  return code;
}

/** Names the centre whose waiting goods an operator viewed, for the audit log. */
export function getWaitingGoodsAuditTarget({ centre }: Waiting): string {
  return centre ? `centre:${centre}` : 'pickup:overdue';
}
