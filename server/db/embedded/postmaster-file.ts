import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** What `postmaster.pid` in a data folder says. */
export interface PostmasterFile {
  pid: number;
  /** NaN while the server is still opening its port. */
  port: number;
  isReady: boolean;
}

/** @returns null without the file, or when it is still being written. */
export function readPostmasterFile(clusterFolder: string): PostmasterFile | null {
  let lines: string[];
  try {
    lines = readFileSync(join(clusterFolder, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return null;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number.parseInt(lines[3] ?? '', 10), isReady: lines[7]?.trim() === 'ready' };
}

/** Whether a process with this id lives (somebody else's too). */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** A killed process whose parent has not asked for it yet still answers signals. */
function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
  } catch {
    return false;
  }
}

/**
 * Takes away a `postmaster.pid` whose number has meanwhile been given to some other program, as happens when a
 * container restarts. PostgreSQL itself would take that program for a living server and refuse to start.
 */
export function removeForeignPostmasterFile(clusterFolder: string): void {
  const file = readPostmasterFile(clusterFolder);
  if (!file || !existsSync(`/proc/${file.pid}/comm`)) return;
  const program = readFileSync(`/proc/${file.pid}/comm`, 'utf8').trim();
  if (!program.startsWith('postgres')) rmSync(join(clusterFolder, 'postmaster.pid'), { force: true });
}
