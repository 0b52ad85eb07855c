/**
 * An SQL expression of one feature for use inside another feature's statement: one round trip and one snapshot. The
 * feature that owns the tables writes the expression.
 */
export interface EmbeddedRead<Value> {
  /** @param argument an SQL expression. @returns an SQL expression. */
  sql(argument: string): string;
  /** Converts the expression's value. */
  read(value: unknown): Value;
}
