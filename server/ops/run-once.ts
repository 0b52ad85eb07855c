import { createHash, createHmac } from 'node:crypto';
import { findAuditLineOfKey } from '../audit/audit-log.ts';
import { sqlStateOf } from '../db/connection/retry-conflicts.ts';
import { findAnswer, keepAnswer } from './answer-repository.ts';
import { type OpsAnswer, type OpsArguments, type OpsContext, Refusal } from './command.ts';
import { textFields } from './command-line/text-table.ts';

const UNIQUE_VIOLATION = '23505';
/** They say who sends an act and how it is answered, not what it is. */
const NOT_OF_THE_ACT = ['as', 'approved-by', 'json', 'key'];

/**
 * Runs a command; an act under a key that was done before is not done again, and is answered the same.
 *
 * The key stands in the act's row of the log, whose transaction is the act's. The answer is kept a moment later: where
 * that moment was the last of the process, the row itself is the answer.
 *
 * @source operator.md
 */
export async function runOnce(context: OpsContext, args: OpsArguments): Promise<OpsAnswer> {
  const { command, db } = context;
  const words = hashOf(context, args);
  const key = args.options.key ?? (command.act === 'words' ? `words:${words}` : null);
  if (key === null || command.act === 'own' || args.options['dry-run']) return command.run(context, args);
  const known = await repeat(context, key, words);
  if (known) return known;
  try {
    const answer = await command.run({ ...context, key }, args);
    const { data, text, isGood = true, saidAgain } = answer;
    // Bad news is asked for again.
    if (isGood)
      await keepAnswer(db, key, {
        words,
        answer: saidAgain ? { data: null, text: saidAgain } : { data, text },
      });
    return answer;
  } catch (error) {
    // Somebody else has done it meanwhile.
    const done = sqlStateOf(error) === UNIQUE_VIOLATION ? await repeat(context, key, words) : undefined;
    if (!done) throw error;
    return done;
  }
}

async function repeat({ db }: OpsContext, key: string, words: string): Promise<OpsAnswer | undefined> {
  const kept = await findAnswer(db, key);
  if (kept && kept.words !== words) throw new Refusal(`The key ${key} stands for another act.`);
  if (kept) return { ...kept.answer, isRepeated: true };
  const line = await findAuditLineOfKey(db, key);
  return line && { data: line, text: textFields(line), isRepeated: true };
}

function hashOf({ command, secrets }: OpsContext, { words, options, files }: OpsArguments): string {
  const loose = [...NOT_OF_THE_ACT, ...(command.looseOptions ?? [])];
  const named = Object.entries(options).filter(([name]) => !loose.includes(name));
  const sorted = named.sort(([one], [other]) => (one < other ? -1 : 1));
  // The same name with other bytes is another act.
  const bytes = [...(files?.values() ?? [])].map((file) => createHash('sha256').update(file).digest('hex'));
  const act = JSON.stringify([command.name, words, sorted, ...bytes]);
  return createHmac('sha256', secrets.hmacKey).update(act).digest('base64url');
}
