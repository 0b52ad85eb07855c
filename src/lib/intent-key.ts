import { isApiError, isProxyFault } from './api-errors.ts';
import { newKey } from './new-key.ts';

/**
 * The key of one intent: the same body goes out under the same key until our server has answered it. Who taps again
 * because an answer was lost asks for the same thing, not for it twice.
 */
export class IntentKey {
  #open: { bodyJson: string; key: string } | null = null;

  /** @param send gets the key; what it throws is thrown. */
  async run<Reply>(body: unknown, send: (idempotencyKey: string) => Promise<Reply>): Promise<Reply> {
    const bodyJson = JSON.stringify(body);
    if (this.#open?.bodyJson !== bodyJson) this.#open = { bodyJson, key: newKey() };
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

/** Our server's own refusal of what was asked. After anything else it may have happened, or may yet. */
function isFinal(error: unknown): boolean {
  return isApiError(error) && !isProxyFault(error) && error.status < 500 && !NOT_YET.includes(error.status);
}
