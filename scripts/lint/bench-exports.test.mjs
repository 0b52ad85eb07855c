import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../bench');
const scripts = readdirSync(folder)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
  .filter(({ text }) => text.includes('npm run '));

// `bench/run.mjs` imports a script by name, so the compiler cannot see a missing export.
test('every benchmark exports what its runner calls', () => {
  expect(scripts.length).toBeGreaterThan(5);
  for (const { name, text } of scripts)
    for (const declaration of [
      /export const usageText =/,
      /export const commandLineDefaults =/,
      /export async function runBenchmark\(/,
    ])
      expect(text, name).toMatch(declaration);
});
