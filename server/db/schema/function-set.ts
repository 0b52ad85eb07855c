/** `npm run sql:number` gives changed functions the next number: it tells an older release from a newer one. */
export const FUNCTION_SET = {
  number: 18,
  checksum: '69464012beff3cbd19e149b19c0de5978ad3ab3e78f8cf9187a60fd98fe55007',
};
