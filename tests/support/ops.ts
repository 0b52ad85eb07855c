import { runOpsCommand } from '../../server/ops/run-command.ts';
import type { TestApi } from './api.ts';

/** What a command line of the operator came to, with `--json`. */
export interface OpsRun<Data> {
  exitCode: number;
  ok: boolean;
  data: Data;
  message: string | undefined;
}

/** Runs a command of the operator on the test's shop. Words with spaces stay one word. */
export async function ops<Data = Record<string, unknown>>(
  api: TestApi,
  ...words: string[]
): Promise<OpsRun<Data>> {
  const outcome = await runOpsCommand([...words, '--json'], async () => api.deps);
  const { ok, data, message } = JSON.parse(outcome.stdout) as { ok: boolean; data: Data; message?: string };
  return { exitCode: outcome.exitCode, ok, data, message };
}
