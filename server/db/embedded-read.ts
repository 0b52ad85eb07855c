/** Lets one feature's SQL run inside another's statement: one round trip, one snapshot. */
export interface EmbeddedRead<Value> {
  /** @param argument an SQL expression. @returns an SQL expression. */
  sql(argument: string): string;
  read(value: unknown): Value;
}
