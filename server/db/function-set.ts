/** `npm run sql:number` gives changed functions the next number: it tells an older release from a newer one. */
export const FUNCTION_SET = {
  number: 14,
  checksum: 'e665cfbc1a4e032a2d59661f07dc753ebe4a9a9e53c9788a1729a8fe2e157340',
};
