import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

const START_WITHIN_MS = 30_000;

/** The programs that one browser needs, ended together: the last one started goes first. */
export class Processes {
  #children: ChildProcess[] = [];

  /** Starts a program; its standard output can be read, all else it says is thrown away. */
  start(program: string, args: string[], env: Record<string, string> = {}) {
    const child = spawn(program, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    // A pipe that nobody reads fills up, and the program waits.
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
 * Asks until there is an answer.
 *
 * @throws {Error} what the last try threw, when half a minute is over.
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
