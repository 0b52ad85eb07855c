/** `npm run sql:number` increases the number when functions change: it orders releases. */
export const FUNCTION_SET = {
  number: 19,
  checksum: '683679ab888911ad72b9815003403b475f332bcbce0ead3ec58076711ece664c',
};
