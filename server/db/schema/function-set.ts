/**
 * Version of the SQL functions. `npm run sql:number` increases `number` when functions change, so that releases can be
 * ordered.
 */
export const SQL_FUNCTION_SET_VERSION = {
  number: 27,
  checksum: '09a1bb166fda2135b718481ba1ade4a2acd6da86b996b973975186c0a3d11082',
};
