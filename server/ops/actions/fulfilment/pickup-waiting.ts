import { findUncollected, isCentre, type PickupRow } from '../../../features/fulfilment/pickup-repository.ts';
import { type OpsContext, Refusal } from '../../action.ts';

interface Waiting {
  centre?: string;
  overdue?: boolean;
}

/** Finds waiting goods of one centre. Only overdue goods can be listed for all centres at once. */
export async function findWaitingGoods(
  { db }: OpsContext,
  { centre, overdue = false }: Waiting,
): Promise<PickupRow[]> {
  const isEverywhere = overdue && centre === undefined;
  const rows = await findUncollected(db, isEverywhere ? null : await requireCentre(db, centre));
  return overdue ? rows.filter(({ isOverdue }) => isOverdue) : rows;
}

export async function requireCentre(db: OpsContext['db'], code?: string): Promise<string> {
  if (code === undefined) throw new Refusal('--centre is required.');
  if (!(await isCentre(db, code))) throw new Refusal(`There is no pickup centre ${code}.`);
  return code;
}

/** Names the centre whose waiting goods an operator viewed, for the audit log. */
export function auditTargetOf({ centre }: Waiting): string {
  return centre ? `centre:${centre}` : 'pickup:overdue';
}
