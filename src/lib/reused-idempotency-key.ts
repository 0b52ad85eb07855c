import { isApiError, isProxyErrorResponse } from './api-errors.ts';
import { randomUuid } from './random-uuid.ts';

/** Reuses an idempotency key for the same body until our server has responded, so a second tap is not applied twice. */
export class ReusedIdempotencyKey {
  #open: { bodyJson: string; key: string } | null = null;

  /** @param send receives the key; its errors are rethrown. */
  async run<Reply>(body: unknown, send: (idempotencyKey: string) => Promise<Reply>): Promise<Reply> {
    const bodyJson = JSON.stringify(body);
    if (this.#open?.bodyJson !== bodyJson) this.#open = { bodyJson, key: randomUuid() };
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

/** True for a refusal of our own server. After any other failure the call may have been applied. */
function isFinal(error: unknown): boolean {
  return (
    isApiError(error) && !isProxyErrorResponse(error) && error.status < 500 && !NOT_YET.includes(error.status)
  );
}
