import { spawn } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** The program ended by itself with this output. */
export interface ProgramRunResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the built shop (when its start must fail) or an operator command, with a separate environment. */
export function runShopProgram(
  program: 'main' | 'ops',
  words: string[],
  env: Record<string, string>,
  root = ROOT,
): Promise<ProgramRunResult> {
  const child = spawn(process.execPath, [join(root, 'dist-server', `${program}.mjs`), ...words], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', LOG_LEVEL: 'silent', ENV_FILE: 'none', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A start that should have failed would never end.
    timeout: 50_000,
    killSignal: 'SIGKILL',
  });
  const run: ProgramRunResult = { code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (text) => {
    run.stdout += text;
  });
  child.stderr.on('data', (text) => {
    run.stderr += text;
  });
  // The output may arrive shortly after the exit.
  return new Promise((resolve) => child.once('close', (code) => resolve({ ...run, code })));
}
