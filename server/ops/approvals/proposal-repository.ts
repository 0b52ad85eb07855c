import type { Queryable } from '../../db/database.ts';
import type { Body } from '../action.ts';
import type { Preview } from '../dry-run-answer.ts';

export type ProposalStatus = 'open' | 'done' | 'failed' | 'declined';

/** An action that was asked for and waits for a second person, or what became of it. */
export interface Proposal {
  id: number;
  key: string;
  /** Name of the action, and what it was asked for. */
  action: string;
  body: Body;
  /** What it would move; null: another currency. */
  amountKobo: number | null;
  /** What it would move, as it was when it was proposed. */
  preview: Preview;
  proposedBy: string;
  ip: string | null;
  /** `expired`: nobody has agreed in time. */
  status: ProposalStatus | 'expired';
  /** Who has agreed or declined. Of an open one: the act is under way in this name. */
  decidedBy: string | null;
  message: string | null;
  answer: unknown;
  at: Date;
  expiresAt: Date;
}

const COLUMNS = `id, key, command AS action, arguments AS body, amount_kobo AS "amountKobo", preview, proposed_by AS "proposedBy", ip,
  CASE WHEN status = 'open' AND expires_at <= app_now() AND decided_by IS NULL THEN 'expired' ELSE status END AS status,
  decided_by AS "decidedBy", message, answer, created_at AS at, expires_at AS "expiresAt"`;

/** Keeps what is asked for. @returns undefined where the key is known. */
export async function insertProposal(
  tx: Queryable,
  { key, action, body, amountKobo, preview, proposedBy, ip }: NewProposal,
): Promise<Proposal | undefined> {
  const [kept] = await tx.query<Proposal>(
    `INSERT INTO operator_proposals (key, command, arguments, amount_kobo, preview, proposed_by, ip)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (key) DO NOTHING RETURNING ${COLUMNS}`,
    [key, action, JSON.stringify(body), amountKobo, JSON.stringify(preview), proposedBy, ip],
  );
  return kept;
}
export type NewProposal = Pick<
  Proposal,
  'key' | 'action' | 'body' | 'amountKobo' | 'preview' | 'proposedBy' | 'ip'
>;

/** What was asked for under a key. `isSame`: it was this. */
export async function findProposalOfKey(
  tx: Queryable,
  { key, action, body }: Pick<NewProposal, 'key' | 'action' | 'body'>,
): Promise<(Proposal & { isSame: boolean }) | undefined> {
  const [found] = await tx.query<Proposal & { isSame: boolean }>(
    `SELECT ${COLUMNS}, command = $2 AND arguments = $3::jsonb AS "isSame" FROM operator_proposals WHERE key = $1`,
    [key, action, JSON.stringify(body)],
  );
  return found;
}

export async function lockProposal(tx: Queryable, id: number): Promise<Proposal | undefined> {
  const [found] = await tx.query<Proposal>(
    `SELECT ${COLUMNS} FROM operator_proposals WHERE id = $1 FOR UPDATE`,
    [id],
  );
  return found;
}

/** What waits, and what somebody proposed or decided in the last 7 days with what became of it; the oldest first. */
export async function findProposals(db: Queryable, name: string): Promise<Proposal[]> {
  return db.query<Proposal>(
    `SELECT ${COLUMNS} FROM operator_proposals
     WHERE created_at > app_now() - interval '7 days' AND ($1 IN (proposed_by, decided_by)
       OR (status = 'open' AND (expires_at > app_now() OR decided_by IS NOT NULL)))
     ORDER BY created_at, id LIMIT 200`,
    [name],
  );
}

/** From now on it is done in this name, whatever befalls the process. */
export async function markAgreed(tx: Queryable, id: number, name: string): Promise<void> {
  await tx.query('UPDATE operator_proposals SET decided_by = $2 WHERE id = $1', [id, name]);
}

export async function closeProposal(
  tx: Queryable,
  {
    id,
    status,
    decidedBy,
    message,
    answer,
  }: Pick<Proposal, 'id' | 'decidedBy' | 'message'> & {
    status: Exclude<ProposalStatus, 'open'>;
    answer?: unknown;
  },
): Promise<void> {
  await tx.query(
    `UPDATE operator_proposals SET status = $2, decided_by = $3, message = $4, answer = $5, decided_at = app_now()
     WHERE id = $1`,
    [id, status, decidedBy, message, answer === undefined ? null : JSON.stringify(answer)],
  );
}
