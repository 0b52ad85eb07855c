/** `npm run sql:number` gives changed functions the next number: it tells an older release from a newer one. */
export const FUNCTION_SET = {
  number: 17,
  checksum: '2b41d5ae3090835b7b7a66ff1465cb5dc2e24abe4f6d6c77a6b95b08905052ff',
};
