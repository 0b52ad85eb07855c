import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { findFreePort } from '../support/free-port.ts';
import type { Engine } from './engine.ts';
import { Processes, whenStarted } from './processes.ts';
import { CALL_WITHIN_MS, type Command, tabOf } from './web-driver.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const DISPLAY_SERVER = '/usr/bin/Xvfb';

/** WebKitGTK with its own driver and small browser, on a virtual display. */
export const WEBKIT: Engine = {
  name: 'WebKit',
  missing: existsSync(DRIVER) && existsSync(DISPLAY_SERVER) ? null : 'apt-get install webkit2gtk-driver xvfb',
  // The driver always starts a private browser, which keeps nothing.
  keepsProfile: false,
  async open(profileDir) {
    const processes = new Processes();
    try {
      const display = await startDisplay(processes);
      const port = await findFreePort();
      processes.start(DRIVER, [`--port=${port}`], {
        HOME: profileDir,
        XDG_RUNTIME_DIR: profileDir,
        TMPDIR: profileDir,
        DISPLAY: display,
        ...SOFTWARE_ONLY,
      });
      const address = `http://127.0.0.1:${port}`;
      await whenStarted(() => fetch(`${address}/status`));
      const opened = (await call(address, 'POST', '/session', { capabilities: {} })) as { sessionId: string };
      const session = `${address}/session/${opened.sessionId}`;
      await call(session, 'POST', '/timeouts', { script: CALL_WITHIN_MS, pageLoad: CALL_WITHIN_MS });
      return tabOf({
        send: (command) => sendTo(session, command),
        async close() {
          await call(session, 'DELETE', '').catch(() => undefined);
          await processes.end();
        },
      });
    } catch (error) {
      await processes.end();
      throw error;
    }
  },
};

const SOFTWARE_ONLY = {
  GDK_BACKEND: 'x11',
  LIBGL_ALWAYS_SOFTWARE: '1',
  WEBKIT_DISABLE_DMABUF_RENDERER: '1',
  NO_AT_BRIDGE: '1',
  GTK_A11Y: 'none',
};

/** Starts a virtual display. The server picks a free number and prints it. */
async function startDisplay(processes: Processes): Promise<string> {
  const screen = ['-screen', '0', '1280x1000x24'];
  const server = processes.start(DISPLAY_SERVER, ['-displayfd', '1', ...screen, '-nolisten', 'tcp']);
  const signal = AbortSignal.timeout(30_000);
  const [line] = await once(createInterface(server.stdout), 'line', { signal });
  return `:${line}`;
}

function sendTo(session: string, command: Command): Promise<unknown> {
  switch (command.name) {
    case 'Navigate':
      return call(session, 'POST', '/url', { url: command.url });
    case 'ExecuteAsyncScript':
      return call(session, 'POST', '/execute/async', { script: command.script, args: command.args });
    case 'GetActiveElement':
      return call(session, 'GET', '/element/active');
    case 'ElementClick':
      return call(session, 'POST', `/element/${command.id}/click`, {});
    case 'ElementSendKeys':
      return call(session, 'POST', `/element/${command.id}/value`, { text: command.text });
  }
}

async function call(base: string, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(base + path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(2 * CALL_WITHIN_MS),
  });
  const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null };
  if (!answer.ok) throw new Error(`WebKit: ${method} ${path}: ${value?.error} ${value?.message}`);
  return value;
}
