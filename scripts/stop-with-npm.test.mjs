import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'stop-with-npm-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const isThere = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test('who ends npm by its pid ends what it has started', async () => {
  const module = pathToFileURL(join(import.meta.dirname, 'stop-with-npm.mjs')).href;
  writeFileSync(
    join(folder, 'shop.mjs'),
    `import { exitWhenNpmExits } from '${module}';
     exitWhenNpmExits();
     setInterval(() => undefined, 1_000);
     console.log(process.pid);`,
  );
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start: 'node shop.mjs' } }));
  const npm = spawn('npm', ['start', '--silent'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  npm.stdout.on('data', (text) => {
    said += text;
  });
  await expect.poll(() => Number(said), { timeout: 30_000 }).toBeGreaterThan(0);
  const shop = Number(said);
  expect(isThere(shop)).toBe(true);
  npm.kill('SIGTERM');
  await expect.poll(() => isThere(shop), { timeout: 30_000 }).toBe(false);
});
