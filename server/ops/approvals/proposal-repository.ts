import type { Queryable } from '../../db/database.ts';
import type { ActionBody } from '../action.ts';
import type { DryRunPreview } from '../dry-run-result.ts';

export type ActionProposalStatus = 'open' | 'done' | 'failed' | 'declined';

/** An action that waits for a second operator's approval, or that was decided or has expired. */
export interface ActionProposal {
  id: number;
  key: string;
  /** Name of the proposed action; `body` has its fields. */
  action: string;
  body: ActionBody;
  /** Amount that the action would move, in kobo; null: the amount is in another currency. */
  amountKobo: number | null;
  /** Effects that the dry run predicted at the time of the proposal. */
  preview: DryRunPreview;
  proposedBy: string;
  ip: string | null;
  /** The proposal's status; `expired`: it was not approved in time. */
  status: ActionProposalStatus | 'expired';
  /** Name of the operator who decided; set on an open proposal while the action runs. */
  decidedBy: string | null;
  message: string | null;
  answer: unknown;
  at: Date;
  expiresAt: Date;
}

const COLUMNS = `id, key, command AS action, arguments AS body, amount_kobo AS "amountKobo", preview, proposed_by AS "proposedBy", ip,
  CASE WHEN status = 'open' AND expires_at <= app_now() AND decided_by IS NULL THEN 'expired' ELSE status END AS status,
  decided_by AS "decidedBy", message, answer, created_at AS at, expires_at AS "expiresAt"`;

/** Stores a proposal. @returns undefined when a proposal with this idempotency key exists. */
export async function insertActionProposal(
  tx: Queryable,
  { key, action, body, amountKobo, preview, proposedBy, ip }: NewActionProposal,
): Promise<ActionProposal | undefined> {
  const [updated] = await tx.query<ActionProposal>(
    `INSERT INTO operator_proposals (key, command, arguments, amount_kobo, preview, proposed_by, ip)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (key) DO NOTHING RETURNING ${COLUMNS}`,
    [key, action, JSON.stringify(body), amountKobo, JSON.stringify(preview), proposedBy, ip],
  );
  return updated;
}
export type NewActionProposal = Pick<
  ActionProposal,
  'key' | 'action' | 'body' | 'amountKobo' | 'preview' | 'proposedBy' | 'ip'
>;

/**
 * Finds a proposal by its idempotency key. `isSame` is true when the stored action and fields equal those of this
 * request.
 */
export async function findActionProposalByIdempotencyKey(
  tx: Queryable,
  { key, action, body }: Pick<NewActionProposal, 'key' | 'action' | 'body'>,
): Promise<(ActionProposal & { isSame: boolean }) | undefined> {
  const [found] = await tx.query<ActionProposal & { isSame: boolean }>(
    `SELECT ${COLUMNS}, command = $2 AND arguments = $3::jsonb AS "isSame" FROM operator_proposals WHERE key = $1`,
    [key, action, JSON.stringify(body)],
  );
  return found;
}

export async function lockActionProposal(tx: Queryable, id: number): Promise<ActionProposal | undefined> {
  const [found] = await tx.query<ActionProposal>(
    `SELECT ${COLUMNS} FROM operator_proposals WHERE id = $1 FOR UPDATE`,
    [id],
  );
  return found;
}

/** Finds the proposals of the last 7 days that are open, or that this operator proposed or decided, oldest first. */
export async function findActionProposalsForOperator(db: Queryable, name: string): Promise<ActionProposal[]> {
  return db.query<ActionProposal>(
    `SELECT ${COLUMNS} FROM operator_proposals
     WHERE created_at > app_now() - interval '7 days' AND ($1 IN (proposed_by, decided_by)
       OR (status = 'open' AND (expires_at > app_now() OR decided_by IS NOT NULL)))
     ORDER BY created_at, id LIMIT 200`,
    [name],
  );
}

/** Stores the approver before the action runs, so that a crash does not lose the name. */
export async function setActionProposalApprover(tx: Queryable, id: number, name: string): Promise<void> {
  await tx.query('UPDATE operator_proposals SET decided_by = $2 WHERE id = $1', [id, name]);
}

export async function closeActionProposal(
  tx: Queryable,
  {
    id,
    status,
    decidedBy,
    message,
    answer,
  }: Pick<ActionProposal, 'id' | 'decidedBy' | 'message'> & {
    status: Exclude<ActionProposalStatus, 'open'>;
    answer?: unknown;
  },
): Promise<void> {
  await tx.query(
    `UPDATE operator_proposals SET status = $2, decided_by = $3, message = $4, answer = $5, decided_at = app_now()
     WHERE id = $1`,
    [id, status, decidedBy, message, answer === undefined ? null : JSON.stringify(answer)],
  );
}
