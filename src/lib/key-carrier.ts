/** How an API takes the `Idempotency-Key` of a write. */
export type KeyCarrier = 'header' | 'body' | 'off';

/**
 * The build's setting `VITE_API_IDEMPOTENCY`: the shop's own server reads the header; another API may refuse an
 * unknown header at its preflight, and then every write would fail. @source offline.md section 5
 */
export function keyCarrier(): KeyCarrier {
  const setting: unknown = import.meta.env.VITE_API_IDEMPOTENCY;
  return setting === 'body' || setting === 'off' ? setting : 'header';
}
