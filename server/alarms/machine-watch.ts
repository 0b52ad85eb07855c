import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Queryable } from '../db/database.ts';
import type { AlarmKind } from './alarm-kinds.ts';
import { endAlarm, upsertAlarm } from './alarms-repository.ts';
import { readDatabaseUnixSeconds } from './machine-repository.ts';

/** Alarms about one server machine, which no instance on another machine can detect. */
export const MACHINE_ALARM_KINDS: readonly AlarmKind[] = ['disk', 'clock', 'pictures'];
/** Seconds after which an alarm about a machine ends unless its instance confirms it again. */
export const UNCONFIRMED_ALARM_SECONDS_MAX = 10 * 60;

const LOOK_EVERY_MS = 60_000;
const FREE_BYTES_LEAST = 500_000_000;
/** Two machines' clocks may differ by this much, because tokens and deadlines tolerate seconds, but not a minute. */
const CLOCK_SECONDS_MOST = 30;

export interface MachineHealthOptions {
  /** `host:port` of this instance, by which the operator recognises it. */
  name: string;
  dataDir: string;
  /** @returns this machine's time in milliseconds, never the shop's clock, which an operator can move. */
  now?: () => number;
  freeBytes?: (folder: string) => Promise<number>;
  /** Finds product images whose files are missing on this machine. */
  findMissingImages?: () => Promise<string[]>;
  onError: (error: unknown) => void;
}

/** Checks the machine at once and then every minute. @returns a function that stops the checks. */
export function watchMachineHealth(db: Queryable, machine: MachineHealthOptions): () => void {
  const look = (): void => void checkMachineHealth(db, machine).catch(machine.onError);
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  look();
  return () => clearInterval(timer);
}

export async function checkMachineHealth(db: Queryable, machine: MachineHealthOptions): Promise<void> {
  const { name, dataDir, now = Date.now, freeBytes = readFreeBytes } = machine;
  const { findMissingImages = async () => [] } = machine;
  const judge = (kind: AlarmKind, isWrong: boolean, detail: string): Promise<void> =>
    isWrong ? upsertAlarm(db, { kind, subject: name, detail }, false) : endAlarm(db, kind, name);

  // The images may be on a separate disk that all instances share, so both disks are measured.
  const free = Math.min(await freeBytes(dataDir), await freeBytes(join(dataDir, 'pictures')));
  await judge('disk', free < FREE_BYTES_LEAST, `${Math.floor(free / 1_000_000)} MB free`);
  const missing = await findMissingImages();
  await judge(
    'pictures',
    missing.length > 0,
    `${missing.length} of the newest are missing, as ${missing[0]}`,
  );
  const requestedAt = now();
  const databaseMs = (await readDatabaseUnixSeconds(db)) * 1_000;
  // The database read its clock at an unknown moment between request and response, so both moments are compared with
  // it.
  const [early, late] = [requestedAt - databaseMs, now() - databaseMs];
  const ahead = Math.round((early > 0 ? early : Math.min(0, late)) / 1_000);
  await judge(
    'clock',
    Math.abs(ahead) > CLOCK_SECONDS_MOST,
    `${Math.abs(ahead)} s ${ahead > 0 ? 'ahead of' : 'behind'} the database`,
  );
}

async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
