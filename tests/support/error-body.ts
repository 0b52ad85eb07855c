import type { ErrorBody, ErrorCode } from '#contract/errors.ts';

/** Only our own server writes error bodies in this form. */
export function ownErrorBody(code: ErrorCode, message = ''): ErrorBody {
  return { success: false, message, msg: message, code, requestId: 'r' };
}
