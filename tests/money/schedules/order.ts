import type { SeededRandomDraws } from '../../support/seeded-random.ts';

/** One choice of the scheduler: which operation's statement runs next. */
export interface Decision {
  /** The places of the operations that had a statement to run. */
  able: readonly number[];
  /** The place of the operation whose statement ran before; -1 at the start. */
  last: number;
  chosen: number;
}

/** Chooses from the operations that can run now. `at` counts the decisions from 0. */
export type Choose = (able: readonly number[], last: number, at: number) => number;

/** Follows the given choices; after them it changes the operation only when it has to. */
export function followChoices(choices: readonly number[]): Choose {
  return (able, last, at) => {
    const wished = choices[at];
    if (wished !== undefined && able.includes(wished)) return wished;
    return able.includes(last) ? last : (able[0] as number);
  };
}

/** Runs one operation after the other, in the order of these places. */
export function followPlaces(places: readonly number[]): Choose {
  return (able) => places.find((place) => able.includes(place)) as number;
}

/** Draws a schedule. The seed also decides how often the schedule changes from one operation to another. */
export function drawChoices(draw: SeededRandomDraws): Choose {
  const changes = draw.pick([0.1, 0.25, 0.5]);
  return (able, last) => (able.includes(last) && !draw.chance(changes) ? last : draw.pick(able));
}

/** Tells whether the scheduler left an operation that could have gone on. */
const isPreemption = ({ able, last, chosen }: Decision): boolean => chosen !== last && able.includes(last);

/**
 * Lists the schedules that differ from a played one in one later choice and have at most `bound` preemptions. Repeated
 * from the empty list, this gives every schedule within the bound once.
 *
 * @param given how many choices the played schedule was given.
 */
export function branchesOf(played: readonly Decision[], given: number, bound: number): number[][] {
  const branches: number[][] = [];
  let preemptions = 0;
  for (const [at, decision] of played.entries()) {
    if (at >= given) {
      for (const chosen of decision.able) {
        if (chosen === decision.chosen) continue;
        const cost = preemptions + Number(isPreemption({ ...decision, chosen }));
        if (cost <= bound) branches.push([...played.slice(0, at).map((one) => one.chosen), chosen]);
      }
    }
    preemptions += Number(isPreemption(decision));
  }
  return branches;
}

/** Lists all orders of these places. */
export function permutationsOf(places: readonly number[]): number[][] {
  if (places.length < 2) return [[...places]];
  return places.flatMap((first) =>
    permutationsOf(places.filter((place) => place !== first)).map((rest) => [first, ...rest]),
  );
}

/** Lists all subsets of these places, the smaller ones first. */
export function subsetsOf(places: readonly number[]): number[][] {
  const subsets = places.reduce<number[][]>(
    (found, place) => found.concat(found.map((subset) => [...subset, place])),
    [[]],
  );
  return subsets.sort((one, other) => one.length - other.length);
}
