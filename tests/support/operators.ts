import type { AppDeps } from '../../server/app-deps.ts';
import type { Role } from '../../server/ops/command.ts';
import { type OpsOutcome, runOpsCommand } from '../../server/ops/run-command.ts';

/** Runs a command; whoever it names proves who they are. */
type RunProven = (...words: string[]) => Promise<OpsOutcome>;

/** Names these operators, and the owner `olu`, for as long as the work takes; then the shop is without again. */
export async function withOperators<Result>(
  { deps }: { deps: AppDeps },
  roles: Readonly<Record<string, Role>>,
  work: (run: RunProven, secrets: ReadonlyMap<string, string>) => Promise<Result>,
): Promise<Result> {
  const secrets = new Map<string, string>();
  const run: RunProven = (...words) =>
    runOpsCommand(
      words,
      async () => deps,
      async (_who, name) => secrets.get(name) ?? null,
    );
  try {
    for (const [name, role] of [['olu', 'owner'] as const, ...Object.entries(roles)]) {
      const as = secrets.size > 0 ? ['--as', 'olu'] : [];
      const { stdout } = await run('operator', 'add', name, '--role', role, ...as, '--json');
      const { data } = JSON.parse(stdout) as { data: { secret: string } };
      secrets.set(name, data.secret);
    }
    return await work(run, secrets);
  } finally {
    await deps.db.query('DELETE FROM operators');
  }
}
