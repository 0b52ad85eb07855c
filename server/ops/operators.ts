import { formatNaira } from '#contract/rules/money/money.ts';
import { recordForbiddenOperatorAction, recordRefusedOperatorSignIn } from '../audit/security-events.ts';
import type { Queryable } from '../db/database.ts';
import { createPasswordHasher } from '../features/auth/password-hashing.ts';
import type { RequireAmountApproval } from '../ledger/amount-approval.ts';
import { generateCrockfordCode, normalizeCrockfordCode } from '../lib/crockford.ts';
import {
  ActionRefusedError,
  type OperatorAction,
  type OperatorActionContext,
  type OpsDeps,
} from './action.ts';
import type { CommandLineOptions } from './command-line/action-arguments.ts';
import * as rows from './operator-repository.ts';

/** The actor until the shop has an owner: anybody with access to the database can act. */
const SYSTEM_ACTOR = 'system';
/**
 * A sum above one of these limits, at once or within 24 hours, needs a second operator's approval.
 * @source operator.md
 */
const ALONE_UP_TO_NAIRA = 50_000;
const ALONE_IN_A_DAY_NAIRA = 200_000;
/** Number of characters in an operator's secret; 20 characters have 100 random bits. */
export const OPERATOR_SECRET_LENGTH = 20;

/** Whose secret is requested: of the operator who runs the action, or of the approver. */
type SecretOwner = 'operator' | 'approver';

/** Requests an operator's secret. @returns null when no person or environment variable supplies it. */
export type PromptForSecret = (secretOf: SecretOwner, name: string) => Promise<string | null>;

/** @returns a new secret in clear text, shown only once, and its hash. */
export async function createOperatorSecret(): Promise<{ secret: string; secretHash: string }> {
  const characters = generateCrockfordCode(OPERATOR_SECRET_LENGTH);
  const secretHash = await createPasswordHasher().hash(characters);
  return { secret: characters.replace(/(.{5})(?=.)/g, '$1-'), secretHash };
}

/**
 * Authenticates the operator and the approver, each by their own secret.
 * @throws {ActionRefusedError} for a wrong secret or role, or the same person twice; without an operator, when the
 * shop has an owner.
 */
export async function authenticateOperators(
  deps: Pick<OpsDeps, 'db'>,
  action: OperatorAction,
  { as, approvedBy }: Pick<CommandLineOptions, 'as' | 'approvedBy'>,
  promptForSecret: PromptForSecret,
): Promise<Pick<OperatorActionContext, 'actor' | 'approvedBy' | 'approvedUpToKobo' | 'centres'>> {
  const operators = await rows.findActiveOperators(deps.db);
  const prove = async (who: SecretOwner, name: string): Promise<void> => {
    const operator = operators.find((one) => one.name === name);
    await requireProof(deps, operator, name, () => promptForSecret(who, name));
    if (operator && !canRoleRunAction(operator, action)) {
      await recordForbiddenOperatorAction(deps.db, name);
      throw new ActionRefusedError(
        `${name} has the role ${operator.role}, which does not allow ${action.name}.`,
      );
    }
  };
  if (as === undefined && operators.some(({ role }) => role === 'owner'))
    throw new ActionRefusedError('This shop has operators: use --as NAME.');
  if (as !== undefined) await prove('operator', as);
  if (approvedBy !== undefined) {
    if (approvedBy === as)
      throw new ActionRefusedError(`Another operator must approve, not ${approvedBy} again.`);
    await prove('approver', approvedBy);
    if (as !== undefined) await requireIndependentApprover(deps.db, as, approvedBy);
  }
  // The approver has typed the secret for exactly this command, so its amount needs no separate limit.
  const approvedUpToKobo = Number.POSITIVE_INFINITY;
  return {
    actor: as === undefined ? SYSTEM_ACTOR : `operator:${as}`,
    approvedBy: approvedBy ?? null,
    approvedUpToKobo,
    centres: operators.find(({ name }) => name === as)?.centres ?? null,
  };
}

async function requireProof(
  { db }: Pick<OpsDeps, 'db'>,
  operator: rows.OperatorRow | undefined,
  name: string,
  ask: () => Promise<string | null>,
): Promise<void> {
  if (!operator) {
    await recordRefusedOperatorSignIn(db, null);
    throw new ActionRefusedError(
      `There is no operator "${name}". Add one with: operator add NAME --role ROLE`,
    );
  }
  if (operator.isShut)
    throw new ActionRefusedError(
      `Too many wrong secrets for ${name}. Try again in 15 minutes, or: operator reset ${name}`,
    );
  const secret = await ask();
  if (secret === null) throw new ActionRefusedError(`The secret of ${name} is needed: see docs/operator.md.`);
  if (await createPasswordHasher().verify(operator.secretHash, normalizeCrockfordCode(secret))) {
    await rows.resetWrongOperatorSecretCount(db, name);
    return;
  }
  await db.transaction(async (tx) => {
    await rows.recordWrongOperatorSecret(tx, name);
    await recordRefusedOperatorSignIn(tx, name);
  });
  throw new ActionRefusedError(`The secret of ${name} is wrong.`);
}

/**
 * Refuses an approver who recently added or reset the operator, or the reverse, because one person may know both
 * secrets.
 * @throws {ActionRefusedError}
 */
export async function requireIndependentApprover(
  db: Queryable,
  proposer: string,
  approver: string,
): Promise<void> {
  if (await rows.mayOnePersonKnowBothSecrets(db, proposer, approver))
    throw new ActionRefusedError(
      `${approver} cannot approve for ${proposer}: in the last 72 hours one of them added the other or gave them a new secret. Another operator must approve.`,
    );
}

/**
 * Returns true for an owner and for the action's roles. An operator limited to some pickup centres may run only actions
 * that respect this limit.
 */
export function canRoleRunAction(
  { role, centres }: Pick<rows.OperatorRow, 'role' | 'centres'>,
  { roles, centres: ofCentres }: Pick<OperatorAction, 'roles' | 'centres'>,
): boolean {
  return role === 'owner' || (roles.includes(role) && (centres === null || ofCentres !== undefined));
}

/** True when at least two operators can approve actions; otherwise no action requires an approval. */
export async function isApprovalPossible(db: Queryable): Promise<boolean> {
  return (await rows.findApproverRoles(db)).length >= 2;
}

/**
 * Thrown when an action needs a second person's approval. The command line refuses the action; the console proposes it.
 */
export class ApprovalNeededError extends ActionRefusedError {
  /** Amount that the action would move, in naira; infinite for another currency. */
  readonly amountNaira: number;

  constructor(limit: string, amountNaira: number) {
    super(`Above ${limit} another operator must approve: --as NAME --approved-by OTHER.`);
    this.amountNaira = amountNaira;
  }
}

/** Predicts for a dry run whether a second operator must approve. */
export async function needsApprovalOfAmount(
  context: OperatorActionContext,
  amountNaira: number,
): Promise<boolean> {
  try {
    await requireApprovalOfAmount(context, amountNaira);
    return false;
  } catch (error) {
    if (error instanceof ApprovalNeededError) return true;
    throw error;
  }
}

/** Creates the approval check that a service calls inside the transaction that moves the money. */
export function createAmountApprovalCheck(context: OperatorActionContext): RequireAmountApproval {
  return (tx, amountKobo) => requireApprovalOfAmount({ ...context, db: tx }, amountKobo / 100);
}

/**
 * Requires another operator's approval for a large sum, or for many small sums in a day. No approval is required while
 * fewer than two operators may run the action, because nobody else could approve.
 * @throws {ApprovalNeededError} when the approval is missing. {ActionRefusedError} when the sum exceeds the approved
 * one.
 */
export async function requireApprovalOfAmount(
  { db, action, actor, approvedBy, approvedUpToKobo }: Omit<OperatorActionContext, 'db'> & { db: Queryable },
  amountNaira: number,
): Promise<void> {
  if (!action.movesMoney) throw new Error(`${action.name} moves money and does not say so`);
  if (approvedBy !== null) {
    if (amountNaira * 100 <= approvedUpToKobo) return;
    throw new ActionRefusedError(
      `The amount has grown to ${formatNaira(amountNaira)}, but only ${formatNaira(approvedUpToKobo / 100)} was approved. Nothing was moved. Propose it again.`,
    );
  }
  const able = (await rows.findApproverRoles(db)).filter((one) => canRoleRunAction(one, action));
  if (able.length < 2) return;
  if (amountNaira > ALONE_UP_TO_NAIRA) throw new ApprovalNeededError('₦50,000', amountNaira);
  if ((await rows.sumNairaMovedUnapprovedIn24Hours(db, actor)) + amountNaira > ALONE_IN_A_DAY_NAIRA)
    throw new ApprovalNeededError('₦200,000 in 24 hours', amountNaira);
}
