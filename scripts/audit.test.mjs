import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from './build.mjs';

const cache = mkdtempSync(join(tmpdir(), 'npm-cache-'));
/** A registry that knows of these weaknesses; undefined: it answers nothing that can be read. */
let advisories;
const registry = createServer(({ method }, answer) => {
  answer.writeHead(advisories ? 200 : 404, { 'content-type': 'application/json' });
  // What npm reads of a package that is named weak.
  const versions = { '5.0.0': { name: 'fastify', version: '5.0.0' } };
  const known =
    method === 'GET' ? { name: 'fastify', 'dist-tags': { latest: '5.0.0' }, versions } : advisories;
  answer.end(JSON.stringify(known ?? {}));
});
beforeAll(() => new Promise((ready) => registry.listen(0, '127.0.0.1', ready)));
afterAll(() => {
  registry.close();
  rmSync(cache, { recursive: true });
});

/** @returns how the audit ends. */
const audit = (...words) =>
  new Promise((end) => {
    const env = {
      ...process.env,
      npm_config_registry: `http://127.0.0.1:${registry.address().port}/`,
      npm_config_fetch_retries: '0',
      npm_config_cache: cache,
    };
    spawn(process.execPath, ['scripts/audit.mjs', ...words], { cwd: root, env }).once('exit', end);
  });

const weakness = (severity) => ({
  fastify: [
    { id: severity, url: 'https://example.com/1', title: 'weak', severity, vulnerable_versions: '*' },
  ],
});

it('where nothing was audited it ends well, unless an answer is required', async () => {
  advisories = undefined;
  expect([await audit(), await audit('--require')]).toEqual([0, 2]);
}, 60_000);

it('a weakness of high severity in a package that ships is a failure, required or not, and none is none', async () => {
  advisories = {};
  expect(await audit('--require')).toBe(0);
  advisories = weakness('moderate');
  expect(await audit('--require')).toBe(0);
  advisories = weakness('high');
  expect([await audit(), await audit('--require')]).toEqual([1, 1]);
}, 60_000);
