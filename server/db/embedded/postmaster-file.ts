import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export interface PostmasterFile {
  pid: number;
  /** Port of the database; NaN while the server is still opening it. */
  port: number;
  isReady: boolean;
}

/** @returns null when `postmaster.pid` is absent or incomplete. */
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

/** @returns true when a process with this id is running, even under another user. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Detects a zombie: a killed process that still accepts signals because its parent has not waited for it. */
function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
  } catch {
    return false;
  }
}

/** Removes a `postmaster.pid` whose process id now belongs to another program; PostgreSQL would refuse to start. */
export function removeStalePostmasterFile(clusterFolder: string): void {
  const file = readPostmasterFile(clusterFolder);
  if (!file || !existsSync(`/proc/${file.pid}/comm`)) return;
  const program = readFileSync(`/proc/${file.pid}/comm`, 'utf8').trim();
  if (!program.startsWith('postgres')) rmSync(join(clusterFolder, 'postmaster.pid'), { force: true });
}
