import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The shop sends these frames to a page over its socket. */
export interface WebSocketFrameLog {
  /** Waits until the shop has sent an event of that name, with that text if one is given. */
  heard(event: string, text?: string): Promise<void>;
}

/** Records the page's socket frames. Call it before the page opens. */
export function recordWebSocketFrames(page: Page): WebSocketFrameLog {
  const frames: string[] = [];
  page.on('websocket', (socket) => {
    if (!socket.url().includes('/socket.io/')) return;
    socket.on('framereceived', ({ payload }) => frames.push(String(payload)));
  });
  return {
    async heard(event, text = '') {
      const isMeant = (frame: string) => frame.includes(`"${event}"`) && frame.includes(text);
      await expect.poll(() => frames.some(isMeant), { timeout: 20_000 }).toBe(true);
    },
  };
}
