/** True in `npm run test:all`, which also runs what is slow. */
export const isWholeRun = Boolean(process.env.ALL_TESTS);

/** `npm test` runs the first of the cases that try one claim in several ways, `npm run test:all` runs each of them. */
export function firstOrAll<Case>(cases: readonly Case[]): readonly Case[] {
  return isWholeRun ? cases : cases.slice(0, 1);
}
