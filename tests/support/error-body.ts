import type { ErrorBody, ErrorCode } from '#contract/errors.ts';

/** A refusal's body as only our server writes it. */
export function ownErrorBody(code: ErrorCode, message = ''): ErrorBody {
  return { success: false, message, msg: message, code, requestId: 'r' };
}
