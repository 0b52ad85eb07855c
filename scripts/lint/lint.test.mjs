import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const STATE = 'no module keeps what changes';
const long = (lines) => `{\n${'  console.log();\n'.repeat(lines)}}\n`;

const REFUSED = [
  ['contract/a.ts', "import '#contract/b.ts';"],
  ['contract/rules/a.ts', "export { b } from '../../src/lib/b.ts';"],
  ['sw/a.ts', "import type { B } from '../server/b.ts';"],
  ['src/lib/a.test.ts', "import '../../server/b.ts';"],
  ['src/lib/a.ts', "import '../../tests/support/b.ts';"],
  ['src/lib/b.ts', "import '../ui/b.ts';"],
  ['src/ui/a.ts', "import '../offline/b.ts';"],
  ['src/ui/list/a.ts', "import('../../features/cart/b.ts');"],
  ['src/routes/a.ts', "import '../app/b.ts';"],
  ['src/features/cart/a.ts', "import '../group/b.ts';"],
  ['src/features/cart/page/a.ts', "import '../../group/b.ts';"],
  ['src/features/cart/b.ts', "import '../../features/group/b.ts';"],
  ['src/features/cart/c.ts', "import '#contract/ops/access-endpoints.ts';"],
  ['src/features/cart/d.ts', "import '#contract/schemas/ops/access.ts';"],
  ['src/ops/a.ts', "import '../features/product/b.ts';"],
  ['server/lib/a.ts', "import '../features/cart/b.ts';"],
  ['server/jobs/a.ts', "import '../app.ts';"],
  ['server/app.ts', "import '../sandbox/b.ts';"],
  ['server/features/cart/a.ts', "import '../groups/b.ts';"],
  ['server/features/cart/sub/a.ts', "import '../../groups/b.ts';"],
  ['server/features/cart/a.test.ts', "import '../../ops/b.ts';"],
  ['sandbox/a.ts', "import '../src/lib/b.ts';"],
  ['src/lib/c.ts', 'let b = 0;\nexport const c = () => ++b;', STATE],
  ['src/lib/d.ts', 'export const b = new Map<string, number>();', STATE],
  ['src/lib/e.ts', 'const b: string[] = [];\nexport const c = () => b.push("");', STATE],
  ['server/lib/b.ts', `export function b() ${long(61)}`, 'too many lines (61)'],
  ['server/lib/c.ts', long(249), 'too many lines (251)'],
].map(([file, source, says = 'a wall']) => [file, source, says]);

const TAKEN = [
  ['src/lib/a.test.ts', "import '../../tests/support/b.ts';"],
  ['src/ui/a.ts', "import '../lib/b.ts';\nimport '#contract/b.ts';"],
  ['src/features/cart/a.test.ts', "import '../group/b.ts';\nimport '../../app/b.ts';"],
  ['src/features/cart/page/a.ts', "import '../b.ts';\nimport '../list/b.ts';\nimport '../../../ui/b.ts';"],
  ['src/ops/a.ts', "import '../features/product/card/ProductCard.tsx';\nimport '#contract/ops/b.ts';"],
  ['server/load-sandbox.ts', "import('../sandbox/b.ts');"],
  ['server/jobs/a.ts', "import '../features/cart/b.ts';"],
  ['server/features/cart/a.ts', "import './sub/b.ts';\nimport '../../db/b.ts';"],
  ['server/features/cart/b.ts', "import '#contract/schemas/ops/b.ts';"],
  ['sandbox/a.ts', "import '../server/features/cart/b.ts';"],
  [
    'src/lib/c.ts',
    "const B = new Set(['b']);\nexport const c = () => { let b = 0; b += B.size; return b; };",
  ],
  ['server/lib/b.ts', `export function b() ${long(60)}`],
  ['server/lib/b.test.ts', long(260)],
];

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lint-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Lints files in a temporary project that has the shop's lint rules. @returns the findings of each file. */
function lint(name, files) {
  const project = join(folder, name);
  mkdirSync(project);
  const { vcs, ...config } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
  writeFileSync(join(project, 'biome.json'), JSON.stringify(config));
  for (const { path } of config.plugins) cpSync(join(root, path), join(project, path));
  for (const [file, source] of files) {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), source);
  }
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const options = ['lint', '--reporter=github', '--max-diagnostics=none', '--diagnostic-level=error', '.'];
  const { stdout } = spawnSync(process.execPath, [biome, ...options], { cwd: project, encoding: 'utf8' });
  return (file) => stdout.split('\n').filter((line) => line.includes(`/${file},`));
}

test('lint refuses what a room, a module or a file may not', () => {
  const said = lint('refused', REFUSED);
  for (const [file, source, says] of REFUSED) expect(said(file).join(), source).toContain(says);
});

test('lint takes what they may', () => {
  const said = lint('taken', TAKEN);
  for (const [file, source] of TAKEN) expect(said(file), source).toEqual([]);
});
