/**
 * Version of the SQL functions. `npm run sql:number` increases `number` when functions change, so that releases can be
 * ordered.
 */
export const SQL_FUNCTION_SET_VERSION = {
  number: 25,
  checksum: '399bee09b61c11aa86c679ad6349630c8baa3c3baac4361e82913d3696d92d76',
};
