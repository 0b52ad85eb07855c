import type { AppDeps } from '../app-deps.ts';
import { type OpsCommand, type OpsContext, Refusal } from './command.ts';
import { findOperators } from './operator-repository.ts';

/** The default actor, when nobody is named. */
const SYSTEM_ACTOR = 'system';
/** Above this a second operator agrees. @source operator.md */
const ALONE_UP_TO_NAIRA = 50_000;

/** @throws {Refusal} for an unknown operator, or one whose role does not allow the command. */
export async function readActor(
  { db }: Pick<AppDeps, 'db'>,
  command: OpsCommand,
  name: string | null,
): Promise<string> {
  if (name === null) return SYSTEM_ACTOR;
  const operator = (await findOperators(db)).find((one) => one.name === name);
  if (!operator)
    throw new Refusal(`There is no operator "${name}". Add one with: operator add NAME --role ROLE`);
  if (!command.roles.includes(operator.role)) {
    throw new Refusal(`${name} has the role ${operator.role}, which does not allow ${command.name}.`);
  }
  return `operator:${name}`;
}

/**
 * A large amount needs a second operator once there are two; never in the sandbox.
 *
 * @throws {Refusal} when nobody else agrees.
 */
export async function requireApproval(context: OpsContext, amountNaira: number): Promise<void> {
  if (amountNaira <= ALONE_UP_TO_NAIRA || context.config.sandbox.isOn) return;
  const operators = await findOperators(context.db);
  if (operators.length < 2) return;
  const second = operators.find((one) => one.name === context.approvedBy);
  if (!second || `operator:${second.name}` === context.actor) {
    throw new Refusal('Above ₦50,000 another operator must agree: --as NAME --approved-by OTHER.');
  }
}
