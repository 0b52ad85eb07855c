import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FUNCTION = `
  CREATE OR REPLACE FUNCTION floor_order(g int, b int) RETURNS bigint LANGUAGE plpgsql AS $$
  DECLARE o bigint;
  BEGIN
    INSERT INTO floor_orders (group_id, buyer_id, total_kobo) VALUES (g, b, 150000) RETURNING id INTO o;
    INSERT INTO floor_ledger (order_id, account, amount_kobo) VALUES (o, 'buyer', -150000), (o, 'group', 150000);
    UPDATE floor_groups SET filled = filled + 1 WHERE id = g;
    RETURN o;
  END $$`;

/** How many joins of one group 16 clients of pgbench make in a second, one round trip each. Null: not installed. */
export function pgbenchRate(connectionString: string, seconds: number): number | null {
  const program = findProgram();
  if (program === null) return null;
  const folder = mkdtempSync(join(tmpdir(), 'pgbench-'));
  try {
    const script = join(folder, 'join.sql');
    writeFileSync(script, '\\set b random(1, 100000)\nSELECT floor_order(1, :b);\n');
    ask(join(program, 'psql'), [connectionString, '-qc', FUNCTION]);
    const words = ask(join(program, 'pgbench'), [
      ...['-n', '-M', 'prepared', '-c', '16', '-j', '1', '-T', String(seconds), '-f', script],
      connectionString,
    ]);
    return Number(/tps = ([\d.]+)/.exec(words)?.[1]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function ask(program: string, args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
  return stdout;
}

function findProgram(): string | null {
  const home = '/usr/lib/postgresql';
  const versions = existsSync(home) ? readdirSync(home) : [];
  const folders = [...versions.map((version) => join(home, version, 'bin')), '/usr/bin'];
  return folders.find((folder) => existsSync(join(folder, 'pgbench'))) ?? null;
}
