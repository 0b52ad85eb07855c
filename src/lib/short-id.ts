const WHOLE_LENGTH_MAX = 16;
const HEAD_LENGTH = 8;
const TAIL_LENGTH = 4;

/** Shortens an id on the screen: `b7a8d6a4…0001`. Copying it copies the whole id. */
export function shortenId(id: string): string {
  return id.length <= WHOLE_LENGTH_MAX ? id : `${id.slice(0, HEAD_LENGTH)}…${id.slice(-TAIL_LENGTH)}`;
}
