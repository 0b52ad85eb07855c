/** `npm run sql:number` gives changed functions the next number: it tells an older release from a newer one. */
export const FUNCTION_SET = {
  number: 15,
  checksum: '83826fe9fb439fbd1051e5b1490b86b19bf4f47a02ebcc13f1f863a563fb767f',
};
