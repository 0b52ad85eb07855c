import { createRandomUuid } from '../browser/random-uuid.ts';
import { isApiError, isProxyErrorResponse } from './api-errors.ts';

/**
 * Uses one idempotency key for the same body until the server has responded, so that a second tap is not applied twice.
 */
export class ReusedIdempotencyKey {
  #open: { bodyJson: string; key: string } | null = null;

  /** @param send sends the request with this key; its errors are rethrown. */
  async run<Reply>(body: unknown, send: (idempotencyKey: string) => Promise<Reply>): Promise<Reply> {
    const bodyJson = JSON.stringify(body);
    if (this.#open?.bodyJson !== bodyJson) this.#open = { bodyJson, key: createRandomUuid() };
    try {
      const reply = await send(this.#open.key);
      this.#open = null;
      return reply;
    } catch (error) {
      if (isFinal(error)) this.#open = null;
      throw error;
    }
  }
}

const NOT_YET = [401, 408, 425, 429];

/**
 * True when our server itself refused. After any other failure the call may have been applied, so its key is reused.
 */
function isFinal(error: unknown): boolean {
  return (
    isApiError(error) && !isProxyErrorResponse(error) && error.status < 500 && !NOT_YET.includes(error.status)
  );
}
