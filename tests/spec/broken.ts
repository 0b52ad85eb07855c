import { createErrorBody } from '../support/error-body.ts';

/** Answers that a working shop never gives, to test how the screens handle them. */

export const BROKEN = { status: 500, body: createErrorBody('internal', 'The till is on fire') };
export const SILENT = { status: 500, body: createErrorBody('internal') };

/** Builds a refusal with the server's message. */
export const refusal = (message: string, status = 400) => ({
  status,
  body: createErrorBody('bad_request', message),
});
