/** `npm run sql:number` gives changed functions the next number: it tells an older release from a newer one. */
export const FUNCTION_SET = {
  number: 2,
  checksum: 'e4095d2da88549de6173f9e7916d578cb8d20ba059c772d758806fdf711bfb41',
};
