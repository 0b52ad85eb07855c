/** Answers that no good shop gives: what the screens make of them is the matter here. */

export const BROKEN = {
  status: 500,
  body: { success: false, message: 'The till is on fire', code: 'internal' },
};
export const SILENT = { status: 500, body: { success: false } };

/** A refusal in the server's words. */
export const refusal = (message: string, status = 400) => ({
  status,
  body: { success: false, message, msg: message, code: 'bad_request' },
});
