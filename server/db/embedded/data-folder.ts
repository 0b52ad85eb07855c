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
 * Creates DATA_DIR and checks that it is writable.
 * @returns the absolute path.
 * @throws an error whose message is one sentence for the operator.
 */
export function createAndCheckDataFolder(folder: string): string {
  const path = resolve(folder);
  try {
    mkdirSync(path, { recursive: true, mode: 0o711 });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    proveWritable(path);
    // Under root the database runs as another user, who must be able to enter the folder but not list it.
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
