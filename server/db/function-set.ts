/** `npm run sql:number` gives changed functions the next number: it tells an older release from a newer one. */
export const FUNCTION_SET = {
  number: 8,
  checksum: '2ae57f3719493a33f7c60c83163c1587236138d3f456ef4b24577c9bbe47e663',
};
