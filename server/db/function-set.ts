/** `npm run sql:number` gives changed functions the next number: it tells an older release from a newer one. */
export const FUNCTION_SET = {
  number: 10,
  checksum: '79a5b240e74bcc54f8d6b8827012e7a10510742391cada09211bb5cfc8489663',
};
