import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

const START_WITHIN_MS = 30_000;

/** The programs that one browser needs. They are ended together, the last one started first. */
export class Processes {
  #children: ChildProcess[] = [];

  /** Starts a program whose standard output can be read; its other output is discarded. */
  start(program: string, args: string[], env: Record<string, string> = {}) {
    const child = spawn(program, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    // A pipe that nobody reads fills up and blocks the program.
    child.stdout.resume();
    this.#children.push(child);
    return child;
  }

  async end(): Promise<void> {
    for (const child of this.#children.reverse()) await end(child);
    this.#children = [];
  }
}

/**
 * Repeats a question until it is answered.
 *
 * @throws {Error} what the last try threw, after half a minute.
 */
export async function whenStarted<Result>(ask: () => Promise<Result>): Promise<Result> {
  const until = performance.now() + START_WITHIN_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (performance.now() > until) throw error;
      await delay(50);
    }
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await ended;
  clearTimeout(late);
}
