import type { Queryable } from './database.ts';

/**
 * Writes that can travel in the statement of another write: the parts of a WITH, and the values that they name `$1`,
 * `$2` and so on, each with its type (`$1::uuid`). All parts see the tables as they were before the statement.
 */
export interface JointWrite {
  parts: string;
  values: unknown[];
}

/** Runs such writes in a statement of their own. */
export async function runJointWrite(tx: Queryable, { parts, values }: JointWrite): Promise<void> {
  await tx.query(`WITH ${parts} SELECT`, values);
}
