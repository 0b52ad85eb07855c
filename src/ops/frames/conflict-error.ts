/** Advice to an operator whose form has outdated values. */
export const RELOAD_ADVICE = 'Reload the page and make your change again.';

/** Thrown when an action would do something else than what the operator has seen. Forms show its message. */
export class ChangeConflictError extends Error {}

/** Creates the error of a change that would overwrite what another operator has saved meanwhile. */
export function createConflictError(fields: readonly string[], advice: string): ChangeConflictError {
  return new ChangeConflictError(`Somebody else has changed this meanwhile: ${fields.join(', ')}. ${advice}`);
}
