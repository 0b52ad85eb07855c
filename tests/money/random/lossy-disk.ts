import { execFile } from 'node:child_process';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

/** A file system that can forget what was not synced. */
export interface LossyDisk {
  /** Writes everything to the device, as if the machine had been idle for a while. */
  sync(): Promise<void>;
  /** Goes back to what the device holds at this moment. No process may use the folder any more. */
  losePower(): Promise<void>;
  /** Unmounts. The image is left beside the folder. */
  close(): Promise<void>;
}

/** This machine allows no mounts; the message is one sentence. */
export class CannotMountError extends Error {}

/** The image is a sparse file, so only what is written to it takes space. */
const SIZE_BYTES = 2 ** 31;
const TRIES = 200;

/**
 * Mounts an ext4 file system in a new folder. Its device is a file, in which the kernel's unwritten pages are missing, so
 * a copy of the file is the disk after a power loss.
 *
 * @throws {CannotMountError}
 */
export async function openLossyDisk(folder: string): Promise<LossyDisk> {
  const image = `${folder}.img`;
  await mkdir(folder);
  let isMounted = false;
  const mount = async () => {
    await run('mount', '-o', 'loop', image, folder);
    isMounted = true;
  };
  const unmount = async () => {
    // Killed processes need a moment until they have left the folder.
    await repeat(() => run('umount', folder));
    isMounted = false;
  };
  try {
    const file = await open(image, 'w');
    await file.truncate(SIZE_BYTES);
    await file.close();
    await run('mkfs.ext4', '-q', '-F', '-E', 'lazy_itable_init=0', image);
    await mount();
  } catch (error) {
    throw new CannotMountError(
      `A power loss needs Linux, root, mkfs.ext4 and a loop device: ${firstLine(error)}`,
    );
  }
  return {
    sync: async () => void (await run('sync', '-f', folder)),
    async losePower() {
      const copy = `${image}.copy`;
      const device = basename((await run('findmnt', '-n', '-o', 'SOURCE', folder)).trim());
      await repeat(async () => {
        const before = await countWrites(device);
        await run('cp', '--sparse=always', image, copy);
        if ((await countWrites(device)) !== before) throw new Error('the device was written during the copy');
      });
      await unmount();
      await rename(copy, image);
      await mount();
    },
    close: async () => (isMounted ? unmount() : undefined),
  };
}

/** @returns the output. */
async function run(program: string, ...words: string[]): Promise<string> {
  // The programs of the administrator are not in the path of every shell.
  const env = { LC_ALL: 'C', PATH: `${process.env.PATH}:/usr/sbin:/sbin` };
  return (await promisify(execFile)(program, words, { env })).stdout;
}

async function countWrites(device: string): Promise<string | undefined> {
  return (await readFile(`/sys/block/${device}/stat`, 'utf8')).trim().split(/\s+/)[4];
}

async function repeat(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (tries >= TRIES) throw error;
      await pause(100);
    }
  }
}

function firstLine(error: unknown): string {
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  return (said || String(error)).trim().split('\n')[0] ?? '';
}
