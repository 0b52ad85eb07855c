import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  fsyncSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Makes DATA_DIR and proves that it can be written, so that a wrong folder is told at the start and not at the
 * first order.
 *
 * @returns its absolute path.
 * @throws with one plain sentence.
 */
export function prepareDataFolder(folder: string): string {
  const path = resolve(folder);
  try {
    mkdirSync(path, { recursive: true, mode: 0o711 });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    proveWritable(path);
    // The database runs as another user when we are root: it must be able to walk through, not to list.
    if (process.getuid?.() === 0) chmodSync(path, (statSync(path).mode & 0o777) | 0o011);
  } catch (error) {
    throw new Error(
      `DATA_DIR ${path} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  return path;
}

function proveWritable(path: string): void {
  const probePath = join(path, `.write-probe-${process.pid}`);
  const file = openSync(probePath, 'w');
  try {
    writeSync(file, 'ok');
    fsyncSync(file);
  } finally {
    closeSync(file);
    rmSync(probePath, { force: true });
  }
}
