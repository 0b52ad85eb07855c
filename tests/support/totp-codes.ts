import { Secret, TOTP } from 'otpauth';

/** These functions act as the authenticator app on an operator's phone. */

const STEP_MS = 30_000;

/** @returns the index of the 30-second step of an instant. */
export function calculateTotpStep(nowMs: number): number {
  return Math.floor(nowMs / STEP_MS);
}

/** @returns the code that the app shows during this step. */
export function calculateTotpCode(secret: Uint8Array, step: number): string {
  const authenticator = new TOTP({ secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) });
  return authenticator.generate({ timestamp: step * STEP_MS });
}
