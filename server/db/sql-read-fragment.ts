/**
 * SQL of one feature that runs inside another feature's statement, so that both read the same state in one round trip.
 */
export interface SqlReadFragment<Value> {
  /** @param argument an SQL expression. @returns an SQL expression. */
  sql(argument: string): string;
  read(value: unknown): Value;
}
