/**
 * A subquery of one feature that runs inside another feature's SQL statement. Both then read the same state in one
 * round trip.
 */
export interface SqlSubquery<Value> {
  /**
   * Builds the subquery, which has one column and one row.
   * @param argument SQL of the subquery's input, such as `$1`.
   */
  sql(argument: string): string;
  /** Converts the subquery's result, as the driver returns it. */
  read(value: unknown): Value;
}
