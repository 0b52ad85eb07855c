/** `npm run sql:number` gives changed functions the next number: it tells an older release from a newer one. */
export const FUNCTION_SET = {
  number: 11,
  checksum: '244bdf2980e013afa5db7933e8a3fc26f92bf99be9d9fb1a09c23fcee3f7758b',
};
