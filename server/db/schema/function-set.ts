/** `npm run sql:number` gives changed functions the next number: it tells an older release from a newer one. */
export const FUNCTION_SET = {
  number: 16,
  checksum: '5cb5724cdc14f8d20b3dd03f9655ed81c3582be5f6864e6e1cd182645e6119f2',
};
