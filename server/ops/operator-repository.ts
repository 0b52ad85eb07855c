import type { Queryable } from '../db/database.ts';
import type { Role } from './command.ts';

interface Operator {
  name: string;
  role: Role;
}

export async function findOperators(db: Queryable): Promise<Operator[]> {
  return db.query<Operator>('SELECT name, role FROM operators ORDER BY name');
}

/** @returns false when the name is taken. */
export async function addOperator(db: Queryable, operator: Operator): Promise<boolean> {
  const rows = await db.query(
    'INSERT INTO operators (name, role) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING RETURNING 1',
    [operator.name, operator.role],
  );
  return rows.length > 0;
}
