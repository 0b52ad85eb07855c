/** `npm run sql:number` gives changed functions the next number: it tells an older release from a newer one. */
export const FUNCTION_SET = {
  number: 1,
  checksum: '0cc8ee57e830bb945b79861b0a7e165834725872d9925f33b24a05605247851c',
};
