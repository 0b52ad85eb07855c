import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { nameMutant, readAllowed } from './allowed.mjs';
import { findMutants } from './find-mutants.mjs';

const folder = mkdtempSync(join(tmpdir(), 'shop-allowed-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('a listed change is found again when lines come and go above it', () => {
  const source = 'const mark = a || `b`;\n';
  const [mutant] = findMutants('src/x.ts', source);
  const [later] = findMutants('src/x.ts', `let z;\n${source}`);
  const words = nameMutant(mutant, source);
  writeFileSync(join(folder, 'list.md'), `# Listed\n\n- ${words}: nobody reads it\n`);

  expect(words).toBe('`src/x.ts`: `` const mark = a || `b`; `` → `` const mark = (a && `b`); ``');
  expect(readAllowed(join(folder, 'list.md')).get(nameMutant(later, `let z;\n${source}`))).toBe(
    'nobody reads it',
  );
});
