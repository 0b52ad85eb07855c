/** Advice to an operator whose form has outdated values. */
export const RELOAD_ADVICE = 'Reload the page and make your change again.';

/** Thrown when a change would overwrite what another operator has saved meanwhile. Forms show its message. */
export class ChangeConflictError extends Error {
  constructor(fields: readonly string[], advice: string) {
    super(`Somebody else has changed this meanwhile: ${fields.join(', ')}. ${advice}`);
  }
}
