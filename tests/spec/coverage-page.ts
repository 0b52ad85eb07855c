import { type Covered, coverage } from './specification.ts';

/** Writes `docs/spec-coverage.md`, which lists the test of each sentence of the specification. */

/** Writes the page for the present tests. */
export function drawPage(covered: readonly Covered[] = coverage()): string {
  const missing = covered.filter((sentence) => sentence.files.length === 0);
  const sections = [...new Set(covered.map((sentence) => sentence.section))];
  return `${[
    '# Specification coverage',
    '',
    'Generated from `tests/spec` by `npm run documents:write`; do not edit. Each row is a sentence of',
    '[the specification](specification.md), sections 2 to 9, with the test file that quotes and checks it.',
    '',
    `${covered.length} sentences, ${covered.length - missing.length} with a test, ${missing.length} without.`,
    ...sections.flatMap((section) => [
      '',
      `## Section ${section}`,
      '',
      '| Sentence | Test |',
      '|---|---|',
      ...covered.filter((sentence) => sentence.section === section).map(row),
    ]),
  ].join('\n')}\n`;
}

function row(sentence: Covered): string {
  const text = sentence.text.replaceAll('|', '\\|');
  return `| ${text} | ${sentence.files.map((file) => `\`${file}\``).join(', ') || '**none**'} |`;
}
