import { ActionRefusedError } from '../action.ts';

const UNITS_MS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Longer durations could exceed the range of a JavaScript date. */
const LONGEST_MS = 3_650 * 86_400_000;

/**
 * Parses `48h`, `90m`, `1d12h`, `30s` or `1.5h`.
 * @returns milliseconds, above 0.
 * @throws {ActionRefusedError} for any other text.
 */
export function parseDurationMs(text: string): number {
  const parts = [
    ...text
      .trim()
      .toLowerCase()
      .matchAll(
        /((?:0|[1-9]\d*)(?:\.\d{1,2})?)\s*(d(?:ays?)?|h(?:ours?)?|m(?:in(?:ute)?s?)?|s(?:ec(?:ond)?s?)?)\s*/g,
      ),
  ];
  const isWhole = parts.map((part) => part[0]).join('') === text.trim().toLowerCase();
  const totalMs = parts.reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (UNITS_MS[unit?.[0] as string] ?? 0),
    0,
  );
  if (!isWhole || totalMs <= 0 || totalMs > LONGEST_MS)
    throw new ActionRefusedError(`${text}: not a duration like 48h, 90m, 1d12h or 30s.`);
  return Math.round(totalMs);
}
