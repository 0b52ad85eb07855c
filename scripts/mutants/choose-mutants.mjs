import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findMutants } from './find-mutants.mjs';

const ROOMS = ['contract', 'src', 'server'];
const KINDS = ['text', 'limit', 'condition'];

/** The sources that are changed: all of three rooms but tests and declarations. Styles and SQL files are not. */
function listSources(root) {
  return ROOMS.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true })
      .map((name) => `${room}/${name.replaceAll('\\', '/')}`)
      .filter((name) => /\.tsx?$/.test(name) && !/\.(test|d)\.tsx?$/.test(name)),
  ).sort();
}

/**
 * Draws `count` different mutants, in turn from each room and kind, so that a room full of texts does not hide
 * the limits of another. The same seed on the same sources draws the same.
 */
export function chooseMutants(root, seed, count) {
  const all = listSources(root).flatMap((path) => findMutants(path, readFileSync(join(root, path), 'utf8')));
  return drawInTurn(all, seed, count);
}

export function drawInTurn(all, seed, count) {
  const random = randomFrom(seed);
  const urns = KINDS.flatMap((kind) =>
    ROOMS.map((room) => all.filter((each) => each.kind === kind && each.path.startsWith(`${room}/`))),
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
