/** `npm run sql:number` gives changed functions the next number: it tells an older release from a newer one. */
export const FUNCTION_SET = {
  number: 9,
  checksum: 'abd0a471c260ad190bf7d56e1446e1a651a4bbc5515f4e731e26f7da28feea44',
};
