import type { DatabaseConnectOptions } from '../db/connection/connect.ts';
import type { Database } from '../db/database.ts';
import { type JobLocks, openJobLocks } from '../db/job-locks.ts';
import type { DatabaseListener } from '../db/listener.ts';
import { JOB_WAKE_PG_CHANNEL } from '../db/wake-job.ts';
import { saveJobRuns } from './job-runs-repository.ts';

interface JobContext {
  /** True once the process is stopping. A long run must check it between its items and end early. */
  isStopping(): boolean;
}

/** Work that is repeated on a schedule. A run may happen twice and may be interrupted at any point without harm. */
export interface Job {
  /** Name of the job: its file's name without `-job`, such as `close-groups`. */
  name: string;
  everyMs: number;
  run(context: JobContext): Promise<void>;
}

export interface JobRunner {
  /** Runs a job at once; a job that is already running runs once more afterwards. */
  wake(name: string): void;
  wakeAll(): void;
  /** Starts no further jobs, and waits for the running ones to end. */
  stop(): Promise<void>;
}

export interface JobRunnerOptions {
  jobs: Job[];
  db: Database;
  /** Connection settings for the database locks of the jobs. */
  connection: DatabaseConnectOptions;
  /** Receives the notifications by which other processes request a run of a job. */
  listener?: DatabaseListener;
  onError: (job: string, error: unknown) => void;
}

const NOTE_EVERY_MS = 30_000;

/** Runs jobs on schedule. A database lock per job ensures that only one instance runs it at a time. */
export function startJobRunner(options: JobRunnerOptions): JobRunner {
  const locks = openJobLocks(options.connection);
  const loops = new Map(options.jobs.map((job) => [job.name, runRepeatedly(job, options, locks)]));
  const stopListening = options.listener?.listen(JOB_WAKE_PG_CHANNEL, (name) => loops.get(name)?.wake());
  return {
    wake: (name) => loops.get(name)?.wake(),
    wakeAll: () => {
      for (const loop of loops.values()) loop.wake();
    },
    async stop() {
      stopListening?.();
      await Promise.all([...loops.values()].map((loop) => loop.stop()));
      await locks.close();
    },
  };
}

interface Loop {
  wake(): void;
  stop(): Promise<void>;
}

function runRepeatedly(job: Job, options: JobRunnerOptions, locks: JobLocks): Loop {
  let isStopping = false;
  let isWoken = true;
  let wakeUp: (() => void) | undefined;
  const notes = openRunNotes(job.name, options.db);

  const rest = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, job.everyMs);
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
      if (isWoken || isStopping) wakeUp();
    });

  const loop = async (): Promise<void> => {
    while (!isStopping) {
      isWoken = false;
      try {
        const lock = await locks.tryLock(job.name);
        if (lock) {
          try {
            await runOnce(job, notes, { isStopping: () => isStopping });
          } finally {
            await lock.release();
          }
        }
      } catch (error) {
        if (!isStopping) options.onError(job.name, error);
      }
      if (!isStopping) await rest();
    }
  };

  const finished = loop();
  return {
    wake() {
      isWoken = true;
      wakeUp?.();
    },
    async stop() {
      isStopping = true;
      wakeUp?.();
      await finished;
    },
  };
}

/**
 * Records runs in the table `job_runs`. Successes are stored only every 30 s, because frequent jobs would write a row
 * every second.
 */
function openRunNotes(name: string, db: Database): RunNotes {
  let runs = 0;
  let notedAtMs = Number.NEGATIVE_INFINITY;
  return {
    async note(startedMs, failure) {
      runs += 1;
      if (failure === null && performance.now() - notedAtMs < NOTE_EVERY_MS) return;
      await saveJobRuns(db, name, { seconds: (performance.now() - startedMs) / 1_000, failure, runs });
      notedAtMs = performance.now();
      runs = 0;
    },
  };
}

interface RunNotes {
  /** Records a run of a job. @param failure the error's type, because its message may contain personal data. */
  note(startedMs: number, failure: string | null): Promise<void>;
}

async function runOnce(job: Job, notes: RunNotes, context: JobContext): Promise<void> {
  const startedMs = performance.now();
  try {
    await job.run(context);
  } catch (error) {
    await notes.note(startedMs, error instanceof Error ? error.name : 'Error').catch(() => undefined);
    throw error;
  }
  await notes.note(startedMs, null);
}
