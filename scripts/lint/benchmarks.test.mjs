import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Files beside the benchmarks that several of them import. */
const SHARED = ['empty-databases.ts', 'figures.ts'];

const scripts = readdirSync('bench').filter((name) => name.endsWith('.ts') && !SHARED.includes(name));

test.each(scripts)('%s exports what the runner of the benchmarks reads', (name) => {
  const source = readFileSync(`bench/${name}`, 'utf8');
  for (const exported of ['const usageText', 'const optionDefaults', 'async function runBenchmark'])
    expect(source).toContain(`export ${exported}`);
});
