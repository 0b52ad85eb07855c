import { ownErrorBody } from '../support/error-body.ts';

/** Answers that no good shop gives: what the screens make of them is the matter here. */

export const BROKEN = { status: 500, body: ownErrorBody('internal', 'The till is on fire') };
export const SILENT = { status: 500, body: ownErrorBody('internal') };

/** A refusal in the server's words. */
export const refusal = (message: string, status = 400) => ({
  status,
  body: ownErrorBody('bad_request', message),
});
