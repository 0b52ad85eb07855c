import type { AppDeps } from '../../server/app.ts';
import type { OperatorRole } from '../../server/ops/action.ts';
import { addOperator } from '../../server/ops/operator-repository.ts';
import { createOperatorSecret } from '../../server/ops/operators.ts';
import { type OpsCommandOutcome, runOpsCommand } from '../../server/ops/run-command.ts';

/** Runs an operator command; the operator that it names gives the secret. */
type RunProven = (...words: string[]) => Promise<OpsCommandOutcome>;

/** Adds these operators and the owner `olu` while `work` runs, and removes them afterwards. */
export async function runWithTemporaryOperators<Result>(
  { deps }: { deps: AppDeps },
  roles: Readonly<Record<string, OperatorRole>>,
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
      const { secret, secretHash } = await createOperatorSecret();
      await addOperator(deps.db, { name, role, secretHash });
      secrets.set(name, secret);
    }
    return await work(run, secrets);
  } finally {
    await deps.db.query('DELETE FROM operators');
  }
}
