/**
 * Version of the SQL functions. `npm run sql:number` increases `number` when functions change, so that releases can be
 * ordered.
 */
export const SQL_FUNCTION_SET_VERSION = {
  number: 26,
  checksum: 'eabd7a160a23ff264ffca46a663b43675d3f1fb3b9b5f4bf51f459c4e64c0883',
};
