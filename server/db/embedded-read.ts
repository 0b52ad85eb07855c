/**
 * A read of one feature that travels inside another one's statement, so that both cost one round trip and see the same
 * moment. The feature that owns the tables writes the expression; the other only places it.
 */
export interface EmbeddedRead<Value> {
  /** @param argument an SQL expression. @returns an SQL expression. */
  sql(argument: string): string;
  /** What the expression's value means. */
  read(value: unknown): Value;
}
