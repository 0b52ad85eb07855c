import type { Page, WebSocket } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { TestShopper } from '../../support/shopper.ts';
import { openPagePath, openPageSignedIn } from '../../support/shopper-actions.ts';
import type { SpecFileShop } from '../../support/spec-shop.ts';
import { says } from '../specification.ts';

const WAIT = { timeout: 30_000 };

/** Tests when the live connection is open and how it comes back. */
export function liveSocket(spec: SpecFileShop): void {
  const isLive = (url: string) => new URL(url).pathname.startsWith('/socket.io');
  /** Collects every live connection of a page and what the app sent on it, the oldest first. */
  const listen = (page: Page) => {
    const lines: { socket: WebSocket; said: string[]; greeted: boolean }[] = [];
    page.on('websocket', (socket) => {
      if (!isLive(socket.url())) return;
      const line = { socket, said: [] as string[], greeted: false };
      lines.push(line);
      socket.on('framesent', ({ payload }) => line.said.push(String(payload)));
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"hello"')) line.greeted = true;
      });
    });
    return lines;
  };
  const arrive = async () => {
    const shopper = await TestShopper.signUp(spec.shop.url);
    const arrival = await spec.arrive();
    await openPageSignedIn(arrival.page, shopper);
    return { ...arrival, shopper, lines: listen(arrival.page) };
  };

  describe('Socket', () => {
    test(
      says(
        'It connects only when signed in with a user id, announces the user online on connect, and disconnects on sign-out.',
      ),
      async () => {
        const { page: visitor } = await spec.arrive();
        const none = listen(visitor);
        await openPagePath(visitor, '/about');
        const { page, shopper, lines } = await arrive();
        await openPagePath(page, '/about');
        await expect.poll(() => lines[0]?.greeted, WAIT).toBe(true);
        const online = `42["user_online","${shopper.session.user.id}"]`;
        await expect.poll(() => lines[0]?.said).toContain(online);
        expect(lines[0]?.socket.isClosed()).toBe(false);
        await page.getByRole('button', { name: 'Menu', exact: true }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
        await expect.poll(() => lines[0]?.socket.isClosed(), WAIT).toBe(true);
        await visitor.waitForLoadState('networkidle');
        expect(none).toEqual([]);
        expect(lines).toHaveLength(1);
      },
    );

    test(says('Reconnection is on, with websocket preferred and polling as fallback.'), async () => {
      const { page, watch, shopper, lines } = await arrive();
      watch.allow(/ERR_CONNECTION_REFUSED|WebSocket connection to .* failed|Failed to load resource/);
      const polls: string[] = [];
      page.on('request', (request) => {
        const url = request.url();
        if (isLive(url) && url.includes('transport=polling')) polls.push(url);
      });
      await openPagePath(page, '/about');
      await expect.poll(() => lines.at(-1)?.greeted, WAIT).toBe(true);
      const opened = lines.length;
      // The websocket connected first, so nothing was polled.
      expect(polls).toEqual([]);
      // Waits for the first worker, because the browser logs an error when the shop dies before.
      await page.evaluate(async () => void (await navigator.serviceWorker.ready));
      await spec.shop.kill9();
      await spec.shop.start();
      await expect.poll(() => lines.length > opened && lines.at(-1)?.greeted, { timeout: 60_000 }).toBe(true);
      const online = `42["user_online","${shopper.session.user.id}"]`;
      await expect.poll(() => lines.at(-1)?.said).toContain(online);

      const { page: behindWall } = await arrive();
      await behindWall.addInitScript(() => {
        window.WebSocket = class {
          onerror?: (event: Event) => void;
          constructor() {
            setTimeout(() => this.onerror?.(new Event('error')));
          }
          close() {}
        } as never;
      });
      const fallen: string[] = [];
      behindWall.on('request', (request) => {
        if (isLive(request.url())) fallen.push(request.url());
      });
      await openPagePath(behindWall, '/about');
      // A second polling call has a session id, which shows that the shop answered the first.
      await expect.poll(() => fallen.some((url) => /transport=polling.*sid=/.test(url)), WAIT).toBe(true);
    });
  });
}
