import { WINDOW_HOURS_MAX } from '#contract/limits.ts';
import { hoursWords, isWhole, wholeWords } from '#contract/rules/amount.ts';
import { nameProblem } from '#contract/rules/plain-text.ts';

/** The values of a row that is brought in: each is what its field may be, or complained of. */

export type Fields = Record<string, unknown>;
export type Complain = (field: string, message: string) => void;

interface TextRule {
  max: number;
  isRequired?: boolean;
  /** What is wrong with a text that is short enough. */
  problem?: (text: string) => string | null;
  /** Texts that are stored in this place already: they are accepted as they are, also where a limit came later. */
  stored?: readonly unknown[];
}

export function text(fields: Fields, name: string, complain: Complain, rule: TextRule): string {
  const value = fields[name];
  if (value !== undefined && value !== null && typeof value !== 'string') {
    complain(name, `a text of at most ${rule.max} characters`);
    return '';
  }
  const shown = oneForm(value ?? '');
  if (shown !== '') judgeText(shown, rule, (words) => complain(name, words));
  else if (rule.isRequired) complain(name, 'is required');
  return shown;
}

export function judgeText(text: string, rule: TextRule, complain: (words: string) => void): void {
  const { max, problem = nameProblem, stored = [] } = rule;
  if (stored.includes(text)) return;
  const words = text.length > max ? `a text of at most ${max} characters` : problem(text);
  if (words) complain(words);
}

/** A list that is stored already may stay as long as it is. */
export function judgeLength(length: number, max: number, stored: number, complain: (words: string) => void) {
  if (length > Math.max(max, stored)) complain(`at most ${max}`);
}

/** Without the spaces around it and with one kind of line break, so that an export comes back as it went. */
export function oneForm(value: string): string {
  return value.replace(/\r\n?/g, '\n').trim();
}

/** @returns 0 for what is complained of, so that no other rule complains of it too. */
export function whole(fields: Fields, name: string, max: number, complain: Complain): number {
  const value = fields[name];
  if (isWhole(value, max)) return value;
  complain(name, value === undefined ? 'is required' : wholeWords(max));
  return 0;
}

export function hours(fields: Fields, complain: Complain): number | null {
  const value = fields.windowHours ?? null;
  if (value === null) return null;
  if (typeof value === 'number' && value > 0 && value <= WINDOW_HOURS_MAX) return value;
  complain('windowHours', hoursWords(WINDOW_HOURS_MAX));
  return null;
}

export function truth(fields: Fields, name: string, whenAbsent: boolean, complain: Complain): boolean {
  const value = fields[name];
  if (value === undefined) return whenAbsent;
  if (typeof value === 'boolean') return value;
  complain(name, 'true or false');
  return whenAbsent;
}
