import { createHash, createHmac } from 'node:crypto';
import { findAuditEntryByIdempotencyKey } from '../audit/audit-log.ts';
import { getSqlState } from '../db/connection/retry-conflicts.ts';
import {
  type ActionBody,
  ActionRefusedError,
  type ActionResult,
  type OperatorActionContext,
} from './action.ts';
import { findStoredActionResult, storeActionResult } from './action-result-repository.ts';

const UNIQUE_VIOLATION = '23505';

/**
 * Runs an action once for each key; a repeat returns the stored result, or after a crash the audit row.
 * @source operator.md
 */
export async function runActionIdempotently(
  context: OperatorActionContext,
  body: ActionBody,
): Promise<ActionResult> {
  const { action, db } = context;
  if (action.key === 'own') return action.run(context, body);
  const hash = hashOf(context, body);
  const key = context.key ?? (action.key === 'body' ? `words:${hash}` : null);
  if (key === null || body.dryRun) return action.run({ ...context, key: null }, body);
  const known = await repeat(context, key, hash);
  if (known) return known;
  try {
    const answer = await action.run({ ...context, key }, body);
    const { data, text, isGood = true, repeatText } = answer;
    // A failed result is not stored, so that a repeat runs the action again.
    if (isGood)
      await storeActionResult(db, key, {
        hash,
        answer: repeatText ? { data: null, text: repeatText } : { data, text },
      });
    return answer;
  } catch (error) {
    // The audit row's unique key shows that a concurrent request with the same idempotency key has finished.
    const done = getSqlState(error) === UNIQUE_VIOLATION ? await repeat(context, key, hash) : undefined;
    if (!done) throw error;
    return done;
  }
}

async function repeat(
  { db }: OperatorActionContext,
  key: string,
  hash: string,
): Promise<ActionResult | undefined> {
  const stored = await findStoredActionResult(db, key);
  if (stored && stored.hash !== hash)
    throw new ActionRefusedError(`The key ${key} was already used for another action.`);
  if (stored) return { ...stored.answer, isRepeated: true };
  const line = await findAuditEntryByIdempotencyKey(db, key);
  return line && { data: line, isRepeated: true };
}

function hashOf({ action: { name, loose = [] }, secrets }: OperatorActionContext, body: ActionBody): string {
  const requestText = Object.entries(body)
    .filter(([field]) => !loose.includes(field))
    // A file counts by its content, so that another file of the same name is not mistaken for a repeat.
    .map(([field, value]) => [field, Buffer.isBuffer(value) ? sha256(value) : value]);
  return createHmac('sha256', secrets.hmacKey)
    .update(JSON.stringify([name, requestText]))
    .digest('base64url');
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
