import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, launchBrowserWithProfile, openBrowserVisitor } from './browser.ts';
import { readLayoutShifts, recordLayoutShifts } from './layout-shift.ts';

let server: Server;
let url: string;
let browser: Browser;

beforeAll(async () => {
  server = createServer((request, reply) => {
    reply.setHeader('content-type', 'text/html');
    reply.setHeader('content-security-policy', "default-src 'self'; script-src 'self'");
    if (request.url === '/noisy') reply.end('<p style="color:red">a</p><script>alert(1)</script>');
    else if (request.url === '/throws') reply.end('<script src="/throws.js"></script>');
    else if (request.url === '/throws.js') {
      reply.setHeader('content-type', 'text/javascript');
      reply.end("Promise.reject(new Error('lost')); throw new Error('broken')");
    } else if (request.url === '/api/cart') reply.writeHead(404).end('{}');
    else if (request.url === '/favicon.ico') reply.writeHead(204).end();
    else reply.end('<h1>Shop</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

describe('the watched browser', () => {
  it('has no complaint about a quiet page, nor about the empty cart', async () => {
    const { page, context, watch } = await openBrowserVisitor(browser, { baseURL: url });
    await page.goto('/');
    await page.evaluate(() => fetch('/api/cart').then((answer) => answer.text()));
    expect(watch.complaints()).toEqual([]);
    await context.close();
  });

  it('reports a policy violation, an uncaught error and a lost promise', async () => {
    const { page, context, watch } = await openBrowserVisitor(browser, { baseURL: url });
    await page.goto('/noisy');
    await expect.poll(() => watch.complaints().join('\n')).toMatch(/policy violation: style-src-attr/);
    await expect.poll(() => watch.complaints().join('\n')).toMatch(/policy violation: script-src-elem/);
    await page.goto('/throws');
    await expect.poll(() => watch.complaints().join('\n')).toMatch(/uncaught: Error: broken/);
    await expect.poll(() => watch.complaints().join('\n')).toMatch(/unhandled rejection: Error: lost/);
    watch.allow(/.*/);
    expect(watch.complaints()).toEqual([]);
    await context.close();
  });

  it('records a page that jumps', async () => {
    const { page, context } = await openBrowserVisitor(browser, { baseURL: url });
    await recordLayoutShifts(page);
    await page.goto('/');
    expect(await readLayoutShifts(page)).toEqual([]);
    await page.evaluate(() => {
      const late = document.createElement('p');
      late.textContent = 'Late news';
      document.body.prepend(late);
    });
    await expect.poll(async () => (await readLayoutShifts(page)).length).toBe(1);
    expect((await readLayoutShifts(page))[0]?.moved.join()).toContain('Shop');
    await context.close();
  });

  it('keeps a profile over a kill', async () => {
    const profileDir = await mkdtemp(join(tmpdir(), 'shop-profile-'));
    const first = await launchBrowserWithProfile(profileDir, { baseURL: url });
    await first.page.goto('/');
    await first.page.evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open('kept', 1);
          opening.onupgradeneeded = () => opening.result.createObjectStore('rows');
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const write = opening.result.transaction('rows', 'readwrite', { durability: 'strict' });
            write.objectStore('rows').put('there', 'row');
            write.oncomplete = () => resolve();
          };
        }),
    );
    await first.kill();
    const second = await launchBrowserWithProfile(profileDir, { baseURL: url });
    await second.page.goto('/');
    const row = await second.page.evaluate(
      () =>
        new Promise((resolve) => {
          const opening = indexedDB.open('kept', 1);
          opening.onsuccess = () => {
            const read = opening.result.transaction('rows').objectStore('rows').get('row');
            read.onsuccess = () => resolve(read.result);
          };
        }),
    );
    expect(row).toBe('there');
    await second.close();
    await rm(profileDir, { recursive: true, force: true });
  });
});
