/**
 * Version of the SQL functions. `npm run sql:number` increases `number` when functions change, so that releases can be
 * ordered.
 */
export const SQL_FUNCTION_SET_VERSION = {
  number: 24,
  checksum: '0689646c105586e34c313785f9ea0bbdce38f63c94deb3d8cde3d80a007903ec',
};
