/** `npm run sql:number` gives changed functions the next number: it tells an older release from a newer one. */
export const FUNCTION_SET = {
  number: 5,
  checksum: '402c209cb2e0d22314b750ce0d60dd61821bc27b1bbbdc34e7707751957e4784',
};
