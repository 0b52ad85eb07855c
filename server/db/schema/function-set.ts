/** `npm run sql:number` increases the number when functions change: it orders releases. */
export const FUNCTION_SET = {
  number: 21,
  checksum: 'b7940429a30aea63d92957a91e407d8b3a693f3d16865c476061b03ff15d6dcd',
};
