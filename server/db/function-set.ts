/** `npm run sql:number` gives changed functions the next number: it tells an older release from a newer one. */
export const FUNCTION_SET = {
  number: 6,
  checksum: '9b69ca819115997b71e3c432c4dac2d1f91ce06dfd052aa63623ba84dc173bd1',
};
