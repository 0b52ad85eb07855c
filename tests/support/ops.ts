import { runOpsCommand } from '../../server/ops/run-command.ts';
import type { TestApi } from './api.ts';

/** An operator command with `--json` has this result. */
export interface OpsCommandRun<Data> {
  exitCode: number;
  ok: boolean;
  data: Data;
  message: string | undefined;
}

/** Runs an operator command on the test's shop. Each argument is one word, even with spaces. */
export async function runOpsCommandInTest<Data = Record<string, unknown>>(
  api: TestApi,
  ...words: string[]
): Promise<OpsCommandRun<Data>> {
  const outcome = await runOpsCommand([...words, '--json'], async () => api.deps);
  const { ok, data, message } = JSON.parse(outcome.stdout) as { ok: boolean; data: Data; message?: string };
  return { exitCode: outcome.exitCode, ok, data, message };
}
