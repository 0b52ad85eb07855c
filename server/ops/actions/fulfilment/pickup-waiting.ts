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

/** Finds goods that wait at one centre. Only overdue goods can be listed for all centres together. */
export async function findWaitingGoods(
  { db }: OperatorActionContext,
  { centre, overdue = false }: Waiting,
): Promise<UncollectedOrderLineRow[]> {
  const isEverywhere = overdue && centre === undefined;
  const rows = await findUncollectedOrderLines(db, isEverywhere ? null : await requireCentreCode(db, centre));
  return overdue ? rows.filter(({ isOverdue }) => isOverdue) : rows;
}

export async function requireCentreCode(db: OperatorActionContext['db'], code?: string): Promise<string> {
  if (code === undefined) throw new ActionRefusedError('--centre is required.');
  if (!(await isPickupCentreCode(db, code)))
    throw new ActionRefusedError(`There is no pickup centre ${code}.`);
  return code;
}

/** Names the centre whose waiting goods an operator viewed, for the audit log. */
export function getWaitingGoodsAuditTarget({ centre }: Waiting): string {
  return centre ? `centre:${centre}` : 'pickup:overdue';
}
