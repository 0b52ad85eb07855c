import { readFileSync } from 'node:fs';

/** The survivors that `docs/mutants.md` lists, each as its own words and the reason. */
export function readAllowed(file) {
  const lines = readFileSync(file, 'utf8').split('\n');
  const entries = lines.map((line) => line.match(/^- (`[^`]+`: (`+) .+? \2 → (`+) .+? \3): (\S.*)$/));
  return new Map(entries.filter(Boolean).map(([, words, , , reason]) => [words, reason]));
}

/**
 * A mutant in words that hold while lines above it come and go: its file and its lines before and after.
 *
 * @param source the file's text.
 */
export function nameMutant(mutant, source) {
  const from = source.lastIndexOf('\n', mutant.start - 1) + 1;
  const nextLine = source.indexOf('\n', mutant.end);
  const to = nextLine === -1 ? source.length : nextLine;
  const before = source.slice(from, to);
  const after = source.slice(from, mutant.start) + mutant.after + source.slice(mutant.end, to);
  return `\`${mutant.path}\`: ${quote(before)} → ${quote(after)}`;
}

function quote(code) {
  const line = code.trim().replaceAll(/\s+/g, ' ');
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([marks]) => marks.length));
  const marks = '`'.repeat(longest + 1);
  return `${marks} ${line} ${marks}`;
}
