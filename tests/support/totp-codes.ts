import { Secret, TOTP } from 'otpauth';

/** The authenticator app on an operator's phone. */

const STEP_MS = 30_000;

/** The number of the 30 seconds that an instant lies in. */
export function totpStep(nowMs: number): number {
  return Math.floor(nowMs / STEP_MS);
}

/** The code that the app shows during one step. */
export function totpCode(secret: Uint8Array, step: number): string {
  const authenticator = new TOTP({ secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) });
  return authenticator.generate({ timestamp: step * STEP_MS });
}
