import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { registerConsolePages } from './console-pages.ts';

test('a console that is built while the shop is open is there without a new start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'console-pages-'));
  const app = Fastify();
  onTestFinished(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });
  await registerConsolePages(app, join(folder, 'ops'));
  const early = await app.inject('/ops/orders');
  expect([early.statusCode, early.headers['cache-control']]).toEqual([503, 'no-store']);
  expect(early.body).toContain('The console is being built');
  expect(early.body).toContain('http-equiv="refresh"');
  expect((await app.inject('/ops/assets/ops.js')).statusCode).toBe(404);

  mkdirSync(join(folder, 'ops/assets'), { recursive: true });
  writeFileSync(join(folder, 'ops/index.html'), '<title>Console</title>');
  writeFileSync(join(folder, 'ops/assets/ops.js'), 'let console;');
  const page = await app.inject('/ops/orders');
  expect([page.statusCode, page.body]).toEqual([200, '<title>Console</title>']);
  expect((await app.inject('/ops/assets/ops.js')).body).toBe('let console;');
});
