/** `npm run sql:number` gives changed functions the next number: it tells an older release from a newer one. */
export const FUNCTION_SET = {
  number: 7,
  checksum: 'd60f8f7e7cd03d90c95f9816dfd5f23da17a4d95e2b7fd1799595f784b310799',
};
