import { createRandomUuid } from '../browser/random-uuid.ts';
import { isFinalRefusal } from './api-errors.ts';

/**
 * Uses one idempotency key for the same body until the server has responded, so that a second tap is not applied twice.
 */
export class IdempotentRequestSender {
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
      if (isFinalRefusal(error)) this.#open = null;
      throw error;
    }
  }
}
