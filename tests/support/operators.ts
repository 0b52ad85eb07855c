import type { AppDeps } from '../../server/app.ts';
import type { Role } from '../../server/ops/action.ts';
import { addOperator } from '../../server/ops/operator-repository.ts';
import { makeSecret } from '../../server/ops/operators.ts';
import { type OpsOutcome, runOpsCommand } from '../../server/ops/run-command.ts';

/** Runs a command; whoever it names proves who they are. */
type RunProven = (...words: string[]) => Promise<OpsOutcome>;

/** Has these operators, named long ago, and the owner `olu`, for as long as the work takes; then the shop is without again. */
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
      const { secret, secretHash } = await makeSecret();
      await addOperator(deps.db, { name, role, secretHash });
      secrets.set(name, secret);
    }
    return await work(run, secrets);
  } finally {
    await deps.db.query('DELETE FROM operators');
  }
}
