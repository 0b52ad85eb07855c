import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { findChromiumExecutable } from '../../tests/support/chromium-path.ts';

/** Receives the browser's events about the target `sessionId`. */
type Listener = (method: string, params: DevToolsParams, sessionId: string) => void;
// biome-ignore lint/suspicious/noExplicitAny: the bench uses only a little of the browser's protocol
export type DevToolsParams = any;

/** Controls a browser over the DevTools protocol, because Playwright does not report a service worker's requests. */
export interface ChromiumBrowser {
  send(method: string, params?: DevToolsParams, sessionId?: string): Promise<DevToolsParams>;
  onMessage(listener: Listener): void;
  close(): Promise<void>;
}

const FLAGS = `headless no-sandbox disable-gpu disable-quic no-first-run disable-background-networking
  disable-component-update disable-sync disable-extensions disable-dev-shm-usage hide-scrollbars
  mute-audio remote-debugging-pipe`
  .split(/\s+/)
  .map((flag) => `--${flag}`);

export async function startChromium(): Promise<ChromiumBrowser> {
  const { path, env } = await findChromiumExecutable();
  const profile = await mkdtemp(join(tmpdir(), 'phone-'));
  const child = spawn(path, [...FLAGS, `--user-data-dir=${profile}`], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const [toBrowser, fromBrowser] = child.stdio.slice(3) as unknown as [Writable, Readable];
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const waiting = new Map<
    number,
    { resolve: (result: DevToolsParams) => void; reject: (error: Error) => void }
  >();
  const listeners: Listener[] = [];
  let lastId = 0;

  void exited.then(() => {
    for (const { reject } of waiting.values()) reject(new Error('the browser has ended'));
  });
  // A write to a browser that has just exited fails. The error is ignored, because the exit itself rejects waiting
  // commands.
  toBrowser.on('error', () => {});
  const handleMessage = (text: string) => {
    const { id, method, params, sessionId, result, error } = JSON.parse(text);
    if (id === undefined) {
      for (const listener of listeners) listener(method, params, sessionId);
      return;
    }
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error) asked?.reject(new Error(error.message));
    else asked?.resolve(result);
  };
  let rest = '';
  fromBrowser.setEncoding('utf8').on('data', (text: string) => {
    const messages = (rest + text).split('\0');
    rest = messages.pop() ?? '';
    for (const message of messages) handleMessage(message);
  });

  return {
    send: (method, params = {}, sessionId) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        toBrowser.write(`${JSON.stringify({ id: lastId, method, params, sessionId })}\0`);
      }),
    onMessage: (listener) => void listeners.push(listener),
    async close() {
      child.kill('SIGKILL');
      await exited;
      await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}
