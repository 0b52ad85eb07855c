import type { ApiErrorBody, ApiErrorCode } from '#contract/errors.ts';

/** Only our own server writes error bodies in this form. */
export function createErrorBody(code: ApiErrorCode, message = ''): ApiErrorBody {
  return { success: false, message, msg: message, code, requestId: 'r' };
}
