/** Lets one feature's SQL run inside another feature's statement, in one round trip and one snapshot. */
export interface SqlReadFragment<Value> {
  /** @param argument an SQL expression. @returns an SQL expression. */
  sql(argument: string): string;
  read(value: unknown): Value;
}
