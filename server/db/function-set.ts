/** `npm run sql:number` gives changed functions the next number: it tells an older release from a newer one. */
export const FUNCTION_SET = {
  number: 4,
  checksum: '1f98b8b0f150324dcda132d59273cf997399ca64da318b69142cbab22c482895',
};
