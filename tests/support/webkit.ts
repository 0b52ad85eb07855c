import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from './free-port.ts';

/** WebKit, spoken to by the WebDriver protocol: its own driver and small browser, on a display that nobody sees. */

const DRIVER = '/usr/bin/WebKitWebDriver';
const DISPLAY_SERVER = '/usr/bin/Xvfb';
const START_WITHIN_MS = 30_000;
const CALL_WITHIN_MS = 60_000;

/** Whether this machine has it: `apt-get install webkit2gtk-driver xvfb`. */
export const hasWebKit = existsSync(DRIVER) && existsSync(DISPLAY_SERVER);

/** One tab of a WebKit browser with an empty profile. */
export interface WebKit {
  /** Leaves the page for another address and waits until that one is loaded. */
  goto(url: string): Promise<void>;
  /**
   * Runs the body of an async function in the page.
   *
   * @param args plain data, `arguments` there.
   * @returns what it returns, as JSON takes it.
   * @throws {Error} what it throws, by its message, or when the page is left before its end.
   */
  run<Result>(body: string, ...args: unknown[]): Promise<Result>;
  close(): Promise<void>;
}

/** @throws {Error} when the browser does not start within half a minute. */
export async function openWebKit(): Promise<WebKit> {
  const folder = await mkdtemp(join(tmpdir(), 'ajora-webkit-'));
  const processes: ChildProcess[] = [];
  const close = async () => {
    for (const child of processes.reverse()) await end(child);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const display = await startDisplay(processes);
    const port = await findFreePort();
    const env = { HOME: folder, XDG_RUNTIME_DIR: folder, TMPDIR: folder, DISPLAY: display, ...SOFTWARE_ONLY };
    processes.push(spawn(DRIVER, [`--port=${port}`], { env: { ...process.env, ...env }, stdio: 'ignore' }));
    const address = `http://127.0.0.1:${port}`;
    await untilListening(address);
    const opened = await call<{ sessionId: string }>(address, 'POST', '/session', { capabilities: {} });
    const session = `${address}/session/${opened.sessionId}`;
    await call(session, 'POST', '/timeouts', { script: CALL_WITHIN_MS, pageLoad: CALL_WITHIN_MS });
    const run = async <Result>(body: string, ...args: unknown[]): Promise<Result> => {
      const answer = await call<{ value: Result } | { error: string }>(session, 'POST', '/execute/async', {
        script: `const done = arguments[arguments.length - 1];
          (async function () { ${body} }).apply(null, [...arguments].slice(0, -1)).then(
            (value) => done({ value: value === undefined ? null : value }),
            (error) => done({ error: String(error) }));`,
        args,
      });
      if ('error' in answer) throw new Error(answer.error);
      return answer.value;
    };
    return {
      async goto(url) {
        await call(session, 'POST', '/url', { url });
        // The driver may answer while the page that is left is still there.
        const until = performance.now() + CALL_WITHIN_MS;
        while ((await run('return location.href').catch(() => '')) !== url) {
          if (performance.now() > until) throw new Error(`WebKit did not go to ${url}`);
          await delay(50);
        }
      },
      run,
      async close() {
        await call(session, 'DELETE', '').catch(() => undefined);
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const SOFTWARE_ONLY = {
  GDK_BACKEND: 'x11',
  LIBGL_ALWAYS_SOFTWARE: '1',
  WEBKIT_DISABLE_DMABUF_RENDERER: '1',
  NO_AT_BRIDGE: '1',
  GTK_A11Y: 'none',
};

/** The server itself picks a display that is free, and says which. */
async function startDisplay(processes: ChildProcess[]): Promise<string> {
  const server = spawn(
    DISPLAY_SERVER,
    ['-displayfd', '1', '-screen', '0', '1280x1000x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  processes.push(server);
  const signal = AbortSignal.timeout(START_WITHIN_MS);
  const [line] = await once(createInterface(server.stdout), 'line', { signal });
  return `:${line}`;
}

async function untilListening(address: string): Promise<void> {
  const until = performance.now() + START_WITHIN_MS;
  for (;;) {
    try {
      await fetch(`${address}/status`);
      return;
    } catch (error) {
      if (performance.now() > until) throw error;
      await delay(50);
    }
  }
}

async function call<Value = void>(
  base: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Value> {
  const answer = await fetch(base + path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(2 * CALL_WITHIN_MS),
  });
  const { value } = (await answer.json()) as { value: Value & { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`WebKit: ${method} ${path}: ${value?.error} ${value?.message}`);
  return value;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await ended;
  clearTimeout(late);
}
