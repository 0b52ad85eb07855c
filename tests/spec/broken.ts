import { createErrorBody } from '../support/error-body.ts';

/** Answers that no good shop gives: what the screens make of them is the matter here. */

export const BROKEN = { status: 500, body: createErrorBody('internal', 'The till is on fire') };
export const SILENT = { status: 500, body: createErrorBody('internal') };

/** A refusal in the server's words. */
export const refusal = (message: string, status = 400) => ({
  status,
  body: createErrorBody('bad_request', message),
});
