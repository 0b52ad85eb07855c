/** One value of a record before and after an action. */
interface Change {
  name: string;
  was: string;
  is: string;
}

const NONE = 'nothing';

/** Lists the values that an audit log entry has before and after its action, changed ones first. */
export function listAuditedChanges(before: unknown, after: unknown): Change[] {
  const [was, is] = [valuesOf(before), valuesOf(after)];
  const names = [...new Set([...was.keys(), ...is.keys()])];
  const changes = names.map((name) => ({ name, was: was.get(name) ?? NONE, is: is.get(name) ?? NONE }));
  const differs = ({ was: old, is: now }: Change) => old !== now;
  return [...changes.filter(differs), ...changes.filter((one) => !differs(one))];
}

function valuesOf(stored: unknown): Map<string, string> {
  if (stored === null || stored === undefined) return new Map();
  if (typeof stored !== 'object' || Array.isArray(stored)) return new Map([['value', textOf(stored)]]);
  return new Map(Object.entries(stored).map(([name, value]) => [name, textOf(value)]));
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return NONE;
  if (Array.isArray(value)) return value.length === 0 ? NONE : value.map(textOf).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
