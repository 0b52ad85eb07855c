/**
 * Version of the SQL functions. `npm run sql:number` increases `number` when functions change, so that releases can be
 * ordered.
 */
export const SQL_FUNCTION_SET_VERSION = {
  number: 23,
  checksum: '81376553f1ec93aac18ef9dfc1f73656aa06da3ffa3978f05b1c155ab3d04b38',
};
