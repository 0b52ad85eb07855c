import { createSeededRandomDraws } from '../../support/seeded-random.ts';
import { drawContest } from './contests.ts';
import { branchesOf, type Choose, drawChoices, followChoices } from './order.ts';
import { type Arena, type Contest, type Failure, type Known, openArena, type SceneName } from './play.ts';

/** Most of the time of a schedule is waiting, so several are played side by side. */
const ARENAS = 4;

export interface Explored {
  /** How many schedules were played, including those that run one operation after the other. */
  schedules: number;
  failures: Failure[];
  /** How many contests have schedules within the bound that were not played. */
  unfinished: number;
}

/**
 * Plays the contests in several arenas, each with as few scenes as possible.
 * @returns how many schedules were played.
 */
async function inArenas<Task extends { scene: SceneName }>(
  tasks: readonly Task[],
  work: (arena: Arena, task: Task) => Promise<void>,
): Promise<number> {
  const known: Known = { serialEnds: new Map(), goodEnds: new Set() };
  const waiting = [...tasks];
  const scenes = [...new Set(tasks.map(({ scene }) => scene))];
  const counts = await Promise.all(
    Array.from({ length: Math.min(ARENAS, tasks.length) }, async (_, number) => {
      const arena = openArena(known);
      let scene = scenes[number % scenes.length];
      try {
        while (waiting.length > 0) {
          const own = waiting.findIndex((task) => task.scene === scene);
          const [task] = waiting.splice(Math.max(own, 0), 1) as [Task];
          scene = task.scene;
          await work(arena, task);
        }
        return arena.count;
      } finally {
        await arena.close();
      }
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Plays all schedules of each contest with at most `bound` preemptions, up to `most` schedules for each contest. */
export async function explore(
  contests: readonly Contest[],
  { bound, most }: { bound: number; most: number },
): Promise<Explored> {
  const explored: Explored = { schedules: 0, failures: [], unfinished: 0 };
  explored.schedules = await inArenas(contests, async (arena, contest) => {
    const open: number[][] = [[]];
    for (let played = 0; open.length > 0; played += 1) {
      if (played === most) {
        explored.unfinished += 1;
        return;
      }
      // The queue is first in, first out, so schedules with one preemption come before those with two.
      const choices = open.shift() as number[];
      const { decisions, failure } = await arena.play(contest, followChoices(choices));
      if (failure) explored.failures.push(failure);
      if (failure) return;
      open.push(...branchesOf(decisions, choices.length, bound));
    }
  });
  return explored;
}

/** Draws the contest and the schedule that a seed determines. */
function ofSeed(seed: number, about = ''): Contest & { seed: number; choose: () => Choose } {
  const draw = createSeededRandomDraws(seed);
  const contest = drawContest(draw, about);
  const then = Math.floor(draw.number() * 2 ** 32);
  return { ...contest, seed, choose: () => drawChoices(createSeededRandomDraws(then)) };
}

export interface SeedFailure extends Failure {
  seed: number;
  /** How many seeded schedules had been played before this one failed. */
  after: number;
  /** Whether the same schedule failed in the same way when it was played again from its seed. */
  isReplayed: boolean;
}

/**
 * Plays the schedule of each seed in databases of its own.
 * @returns for each seed the order of its statements and its end.
 */
export async function followSeeds(seeds: readonly number[]): Promise<string[]> {
  const followed: string[] = [];
  await inArenas(
    seeds.map((seed) => ofSeed(seed)),
    async (arena, task) => {
      const { decisions, end } = await arena.play(task, task.choose());
      followed[seeds.indexOf(task.seed)] = `${decisions.map(({ chosen }) => chosen).join('')} ${end}`;
    },
  );
  return followed;
}

/** Plays the schedules of successive seeds until the given number has failed. */
export async function playSeeds(
  from: number,
  { count, failures: enough, about }: { count: number; failures: number; about: string },
): Promise<{ schedules: number; failures: SeedFailure[] }> {
  const failures: SeedFailure[] = [];
  const tasks = Array.from({ length: count }, (_, at) => ofSeed(from + at, about));
  let after = 0;
  const schedules = await inArenas(tasks, async (arena, task) => {
    if (failures.length >= enough) return;
    after += 1;
    const { failure } = await arena.play(task, task.choose());
    if (!failure) return;
    const found = { ...failure, seed: task.seed, after };
    const again = await arena.play(task, ofSeed(task.seed, about).choose());
    failures.push({ ...found, isReplayed: again.failure?.what === failure.what });
  });
  return { schedules, failures };
}
