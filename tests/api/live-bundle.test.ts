import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const BUILT = join(ROOT, 'dist-server');

/** Lists the built files that a process loads at its start: an entry and everything it imports statically. */
function readAtStart(entry: string): Map<string, string> {
  const read = new Map<string, string>();
  const follow = (name: string): void => {
    if (read.has(name)) return;
    const text = readFileSync(join(BUILT, name), 'utf8');
    read.set(name, text);
    for (const [, imported = ''] of text.matchAll(/\b(?:from|import)\s*["']\.\/([\w.-]+\.mjs)["']/g))
      follow(imported);
  };
  follow(entry);
  return read;
}

/** The names of all functions in the sandbox's sources. The build keeps names, so they can be found in its files. */
const ofTheSandbox = readdirSync(join(ROOT, 'sandbox'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(join(ROOT, 'sandbox', name), 'utf8'))
  .flatMap((text) =>
    [...text.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name]) => name as string),
  );

const namesIn = (text: string) => ofTheSandbox.filter((name) => new RegExp(`function ${name}\\b`).test(text));

test.each(['main.mjs', 'ops.mjs'])('what a live shop reads of %s holds nothing of the sandbox', (entry) => {
  const read = readAtStart(entry);
  const found = [...read].flatMap(([name, text]) => namesIn(text).map((one) => `${name}: ${one}`));
  expect(found).toEqual([]);
  expect([...read.values()].join('')).not.toContain('@demo.example');
});

test('the sandbox is a file of its own, which the shop names', () => {
  const [file = '', ...others] = readdirSync(BUILT).filter((name) => /^sandbox-.*\.mjs$/.test(name));
  expect(others).toEqual([]);
  expect(namesIn(readFileSync(join(BUILT, file), 'utf8'))).toEqual(ofTheSandbox);
  expect([...readAtStart('main.mjs').values()].join('')).toContain(`import("./${file}")`);
});
