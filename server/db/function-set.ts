/** `npm run sql:number` gives changed functions the next number: it tells an older release from a newer one. */
export const FUNCTION_SET = {
  number: 12,
  checksum: 'cea2da38f9e59cad55969a4568d73ab60ebec41be8221a01137f3e265c893189',
};
