import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Engine } from './engine.ts';
import { Processes, whenStarted } from './processes.ts';
import { CALL_WITHIN_MS, tabOf } from './web-driver.ts';

const INSTALLED = [
  process.env.FIREFOX_PATH ?? '',
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];
const END_WITHIN_MS = 30_000;
const program = INSTALLED.find((path) => existsSync(path));

/** Firefox speaks WebDriver itself over its own protocol ("Marionette"), so it needs no driver. */
export const FIREFOX: Engine = {
  name: 'Firefox',
  missing: program ? null : 'apt-get install firefox-esr, or FIREFOX_PATH',
  keepsProfile: true,
  async open(profileDir) {
    const processes = new Processes();
    const portFile = join(profileDir, 'MarionetteActivePort');
    try {
      await rm(portFile, { force: true });
      // Firefox picks a free port and writes it to a file.
      await writeFile(join(profileDir, 'user.js'), 'user_pref("marionette.port", 0);\n');
      const firefox = processes.start(String(program), [
        '--marionette',
        '--headless',
        '--no-remote',
        '--profile',
        profileDir,
      ]);
      const wire = await whenStarted(async () => await Wire.to(Number(await readFile(portFile, 'utf8'))));
      await wire.send('WebDriver:NewSession', { capabilities: {} });
      await wire.send('WebDriver:SetTimeouts', { script: CALL_WITHIN_MS, pageLoad: CALL_WITHIN_MS });
      return tabOf({
        async send({ name, ...parameters }) {
          const answer = await wire.send(`WebDriver:${name}`, parameters);
          return (answer as { value: unknown }).value;
        },
        async close() {
          // A browser that is asked to quit saves what a phone would have saved; one that is killed by a signal does
          // not.
          const ended = once(firefox, 'exit', { signal: AbortSignal.timeout(END_WITHIN_MS) });
          await wire.send('Marionette:Quit', { flags: ['eForceQuit'] }).catch(() => undefined);
          await ended.catch(() => undefined);
          wire.close();
          await processes.end();
        },
      });
    } catch (error) {
      await processes.end();
      throw error;
    }
  },
};

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** The connection to Firefox. A message is JSON after its length in bytes: `24:[0,1,"WebDriver:Back",{}]`. */
class Wire {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #lastId = 0;
  #waiting = new Map<number, Waiting>();

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (bytes) => this.#read(bytes));
    socket.on('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('Firefox ended'));
    });
  }

  /** Connects to the port. @throws {Error} when nothing listens there. */
  static async to(port: number): Promise<Wire> {
    return await new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(new Wire(socket)));
      socket.on('error', reject);
    });
  }

  async send(name: string, parameters: object): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    const text = JSON.stringify([0, id, name, parameters]);
    return await new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes]);
    for (;;) {
      const start = this.#received.indexOf(':') + 1;
      const end = start + Number(this.#received.subarray(0, start - 1));
      if (start === 0 || this.#received.length < end) return;
      const message = JSON.parse(this.#received.subarray(start, end).toString());
      this.#received = this.#received.subarray(end);
      // The first message is a greeting and no answer.
      if (Array.isArray(message)) this.#settle(message);
    }
  }

  #settle([, id, error, answer]: unknown[]): void {
    const waiting = this.#waiting.get(id as number);
    this.#waiting.delete(id as number);
    if (error) {
      const { error: code, message } = error as { error: string; message: string };
      waiting?.reject(new Error(`Firefox: ${code} ${message}`));
    } else waiting?.resolve(answer);
  }
}
