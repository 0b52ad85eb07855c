/** `npm run sql:number` gives changed functions the next number: it tells an older release from a newer one. */
export const FUNCTION_SET = {
  number: 13,
  checksum: '75e84fbe14afe35f38dfebc10fb5f40b5d92afc245ddd1b2b05922f3ff092c14',
};
