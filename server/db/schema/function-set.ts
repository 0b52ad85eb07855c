/** `npm run sql:number` gives changed functions the next number: it tells an older release from a newer one. */
export const FUNCTION_SET = {
  number: 19,
  checksum: '683679ab888911ad72b9815003403b475f332bcbce0ead3ec58076711ece664c',
};
