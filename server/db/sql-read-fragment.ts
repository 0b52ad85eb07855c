/**
 * A piece of SQL of one feature that runs inside another feature's statement. Both then read the same state in one
 * round trip.
 */
export interface SqlReadFragment<Value> {
  /** @param argument an SQL expression, such as a user id. @returns an SQL expression that reads the value. */
  sql(argument: string): string;
  read(value: unknown): Value;
}
