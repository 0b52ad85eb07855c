import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { NavigationRoute } from 'workbox-routing';
import {
  NON_SCREEN_PATH_PATTERNS,
  SERVER_ONLY_PATH_PATTERN,
  screenPathPatterns,
} from '#contract/addresses.ts';
import type { PageDataSource } from '#contract/page.ts';
import { registerPageRoutes } from '../../server/http/pages/page.ts';

/** Loads the address of every screen from the server, from the worker, and through the development proxy. */

// Workbox expects the global `self` of a worker.
vi.hoisted(() => Object.assign(globalThis, { self: globalThis }));

const everyScreen = Object.values(screenPathPatterns).map((screen) => screen.replace(':slug', 'rice-2.5kg'));
const clientFolder = fileURLToPath(new URL('../../dist/client/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'screen-addresses-'));
const server: FastifyInstance = Fastify();
let shell: string;

beforeAll(async () => {
  const rendererFile = join(folder, 'renderer.mjs');
  writeFileSync(rendererFile, 'export const renderPage = async () => null;');
  shell = readFileSync(join(clientFolder, 'index.html'), 'utf8');
  await registerPageRoutes(server, { clientFolder, rendererFile }, {} as PageDataSource, {
    isDatabaseKnownUnreachable: () => false,
    publicUrl: 'https://shop.example',
    policyOf: () => '',
    homePeriodMs: 15_000,
    compressAhead: async () => {},
  });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Tells whether the worker answers a navigation with the precached shell. */
function opensShell(address: string): boolean {
  const route = new NavigationRoute(async () => new Response(), { denylist: [...NON_SCREEN_PATH_PATTERNS] });
  const url = new URL(address, 'https://shop.example');
  const request = { mode: 'navigate' } as Request;
  return Boolean(route.match({ url, request, sameOrigin: true, event: {} as never }));
}

it.each(everyScreen)('%s is a page wherever it is asked for', async (address) => {
  for (const asked of [address, `${address}?ref=ABCD1234`]) {
    const answer = await server.inject({ method: 'GET', url: asked });
    const body = answer.body.replaceAll(/<meta property="og:[^>]*>/g, '');
    expect([answer.statusCode, body]).toEqual([200, shell]);
    expect(opensShell(asked)).toBe(true);
    // Vite matches a proxy's key in this way.
    expect(new RegExp(SERVER_ONLY_PATH_PATTERN.source).test(asked)).toBe(false);
  }
});

it.each(['/notifications', '/cart/add', '/assets/gone.js', '/gone.ico'])(
  '%s is no page for the server and none for the worker',
  async (address) => {
    expect((await server.inject({ method: 'GET', url: address })).statusCode).toBe(404);
    expect(opensShell(address)).toBe(false);
  },
);
