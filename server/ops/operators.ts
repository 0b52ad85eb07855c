import { formatNaira } from '#contract/money.ts';
import { recordForbiddenOperator, recordRefusedOperator } from '../audit/security-events.ts';
import type { Queryable } from '../db/database.ts';
import { createPasswordHasher } from '../features/auth/password-hashing.ts';
import type { ApproveSum } from '../ledger/approve-sum.ts';
import { normalCrockford, randomCrockford } from '../lib/crockford.ts';
import { type Action, type OpsContext, type OpsDeps, Refusal } from './action.ts';
import type { Sender } from './command-line/read-body.ts';
import {
  clearFailedSecrets,
  countFailedSecret,
  findApproverRoles,
  findOperators,
  mayBeSamePerson,
  type Operator,
  sumMovedWithoutApproval,
} from './operator-repository.ts';

/** Whoever reaches the database of a shop that has no owner yet. */
const SYSTEM_ACTOR = 'system';
/** Above this, at once or in 24 hours, a second operator agrees. @source operator.md */
const ALONE_UP_TO_NAIRA = 50_000;
const ALONE_IN_A_DAY_NAIRA = 200_000;
/** 100 bits: nobody guesses them. */
const SECRET_LENGTH = 20;

/** Whose secret is asked for: of who acts, or of who agrees. */
type Prover = 'operator' | 'approver';

/** Asks a person for their secret. @returns null when there is nobody to ask. */
export type AskSecret = (who: Prover, name: string) => Promise<string | null>;

/** @returns a new secret as it is shown, once, and as it is kept. */
export async function makeSecret(): Promise<{ secret: string; secretHash: string }> {
  const characters = randomCrockford(SECRET_LENGTH);
  const secretHash = await createPasswordHasher().hash(characters);
  return { secret: characters.replace(/(.{5})(?=.)/g, '$1-'), secretHash };
}

/**
 * Who acts and who agrees, each proven by a secret of their own.
 *
 * @throws {Refusal} for somebody who is no operator (any more), whose secret it is not, whose role does not allow the
 *   action, or who agrees with themselves; for nobody, once the shop has an owner.
 */
export async function authenticateOperators(
  deps: Pick<OpsDeps, 'db'>,
  action: Action,
  { as, approvedBy }: Pick<Sender, 'as' | 'approvedBy'>,
  askSecret: AskSecret,
): Promise<Pick<OpsContext, 'actor' | 'approvedBy' | 'approvedUpToKobo'>> {
  const operators = await findOperators(deps.db);
  const prove = async (who: Prover, name: string): Promise<void> => {
    const operator = operators.find((one) => one.name === name);
    await requireProof(deps, operator, name, () => askSecret(who, name));
    if (operator && !mayRun(operator, action)) {
      await recordForbiddenOperator(deps.db, name);
      throw new Refusal(`${name} has the role ${operator.role}, which does not allow ${action.name}.`);
    }
  };
  if (as === undefined && operators.some(({ role }) => role === 'owner'))
    throw new Refusal('This shop has operators: use --as NAME.');
  if (as !== undefined) await prove('operator', as);
  if (approvedBy !== undefined) {
    if (approvedBy === as) throw new Refusal(`Another operator must approve, not ${approvedBy} again.`);
    await prove('approver', approvedBy);
    if (as !== undefined) await requireOtherPerson(deps.db, as, approvedBy);
  }
  // Both people are at one terminal: the second agrees to the command as it is typed, not to a sum shown earlier.
  const approvedUpToKobo = Number.POSITIVE_INFINITY;
  return {
    actor: as === undefined ? SYSTEM_ACTOR : `operator:${as}`,
    approvedBy: approvedBy ?? null,
    approvedUpToKobo,
  };
}

async function requireProof(
  { db }: Pick<OpsDeps, 'db'>,
  operator: Operator | undefined,
  name: string,
  ask: () => Promise<string | null>,
): Promise<void> {
  if (!operator) {
    await recordRefusedOperator(db, null);
    throw new Refusal(`There is no operator "${name}". Add one with: operator add NAME --role ROLE`);
  }
  if (operator.isShut)
    throw new Refusal(
      `Too many wrong secrets for ${name}. Try again in 15 minutes, or: operator reset ${name}`,
    );
  const secret = await ask();
  if (secret === null) throw new Refusal(`The secret of ${name} is needed: see docs/operator.md.`);
  if (await createPasswordHasher().verify(operator.secretHash, normalCrockford(secret))) {
    await clearFailedSecrets(db, name);
    return;
  }
  await db.transaction(async (tx) => {
    await countFailedSecret(tx, name);
    await recordRefusedOperator(tx, name);
  });
  throw new Refusal(`The secret of ${name} is wrong.`);
}

/**
 * Who names another operator, or gives them another secret, could act in both names: for 72 hours neither agrees to
 * what the other asks for.
 *
 * @throws {Refusal}
 */
export async function requireOtherPerson(db: Queryable, proposer: string, approver: string): Promise<void> {
  if (await mayBeSamePerson(db, proposer, approver))
    throw new Refusal(
      `${approver} cannot approve for ${proposer}: in the last 72 hours one of them added the other or gave them a new secret. Another operator must approve.`,
    );
}

/** Whether a role allows an action. */
export function mayRun({ role }: Pick<Operator, 'role'>, { roles }: Pick<Action, 'roles'>): boolean {
  return role === 'owner' || roles.includes(role);
}

/** Whether there may be somebody to agree: else nobody is asked, and nobody waits. */
export async function isApprovalPossible(db: Queryable): Promise<boolean> {
  return (await findApproverRoles(db)).length >= 2;
}

/** An act that waits for a second person: refused at the command line, proposed at the console. */
export class ApprovalNeeded extends Refusal {
  /** What the act would move; infinite: nobody here knows what it is worth in naira. */
  readonly amountNaira: number;

  constructor(limit: string, amountNaira: number) {
    super(`Above ${limit} another operator must approve: --as NAME --approved-by OTHER.`);
    this.amountNaira = amountNaira;
  }
}

/** Whether a second person would have to agree, for who only looks. */
export async function needsApproval(context: OpsContext, amountNaira: number): Promise<boolean> {
  try {
    await requireApproval(context, amountNaira);
    return false;
  } catch (error) {
    if (error instanceof ApprovalNeeded) return true;
    throw error;
  }
}

/** What an action hands to the service that moves the money, to be asked in its transaction. */
export function approveSumFor(context: OpsContext): ApproveSum {
  return (tx, amountKobo) => requireApproval({ ...context, db: tx }, amountKobo / 100);
}

/**
 * A large amount needs a second operator, once there are two who may do it; so do many small ones of one day.
 *
 * @throws {ApprovalNeeded} when nobody else agrees. {Refusal} when it is more than what was agreed to.
 */
export async function requireApproval(
  { db, action, actor, approvedBy, approvedUpToKobo }: Omit<OpsContext, 'db'> & { db: Queryable },
  amountNaira: number,
): Promise<void> {
  if (!action.movesMoney) throw new Error(`${action.name} moves money and does not say so`);
  if (approvedBy !== null) {
    if (amountNaira * 100 <= approvedUpToKobo) return;
    throw new Refusal(
      `The amount has grown to ${formatNaira(amountNaira)}, but only ${formatNaira(approvedUpToKobo / 100)} was approved. Nothing was moved. Propose it again.`,
    );
  }
  const able = (await findApproverRoles(db)).filter((one) => mayRun(one, action));
  if (able.length < 2) return;
  if (amountNaira > ALONE_UP_TO_NAIRA) throw new ApprovalNeeded('₦50,000', amountNaira);
  if ((await sumMovedWithoutApproval(db, actor)) + amountNaira > ALONE_IN_A_DAY_NAIRA)
    throw new ApprovalNeeded('₦200,000 in 24 hours', amountNaira);
}
