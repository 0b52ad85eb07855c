import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findMutants } from './find-mutants.mjs';
import { findSqlMutants } from './find-sql-mutants.mjs';
import { isSqlFile } from './sql-template.mjs';

const ROOMS = ['contract', 'src', 'server'];
const KINDS = ['text', 'limit', 'condition', 'statement'];

/** The functions that a feature owns are a room of their own: `npm run test:mutants -- --sql` changes only these. */
const SQL = 'sql';
const roomOf = ({ path }) => (isSqlFile(path) ? SQL : path.split('/')[0]);

/** The sources that are changed: all of three rooms but tests, declarations, styles and migrations. */
function listSources(root) {
  return ROOMS.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true })
      .map((name) => `${room}/${name.replaceAll('\\', '/')}`)
      .filter((name) => isSqlFile(name) || (/\.tsx?$/.test(name) && !/\.(test|d)\.tsx?$/.test(name))),
  ).sort();
}

/**
 * Draws `runs` different mutants, in turn from each room and kind, so that a room full of texts does not hide
 * the limits of another. The same seed on the same sources draws the same.
 */
export function chooseMutants(root, { seed, runs, isSqlOnly }) {
  const all = listSources(root)
    .filter((path) => !isSqlOnly || isSqlFile(path))
    .flatMap((path) => {
      const find = isSqlFile(path) ? findSqlMutants : findMutants;
      return find(path, readFileSync(join(root, path), 'utf8'));
    });
  return drawInTurn(all, seed, runs);
}

export function drawInTurn(all, seed, count) {
  const random = randomFrom(seed);
  const urns = KINDS.flatMap((kind) =>
    [...ROOMS, SQL].map((room) => all.filter((each) => each.kind === kind && roomOf(each) === room)),
  );
  const drawn = [];
  while (drawn.length < count && urns.some((urn) => urn.length > 0)) {
    for (const urn of urns) {
      if (urn.length === 0 || drawn.length === count) continue;
      drawn.push(...urn.splice(Math.floor(random() * urn.length), 1));
    }
  }
  return drawn;
}

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
