import pg from 'pg';
import { inject } from 'vitest';
import type { Database } from '../../../server/db/database.ts';
import { GroupStatusChangeRefusedError } from '../../../server/features/groups/group-moves.ts';
import { checkInvariants } from '../../../server/features/invariants/invariants.ts';
import { DomainError } from '../../../server/http/errors/error-handler.ts';
import { ActionRefusedError } from '../../../server/ops/action.ts';
import { addOperator } from '../../../server/ops/operator-repository.ts';
import { addTestPickupCentre } from '../../support/api-catalogue.ts';
import { createTestDatabase } from '../../support/database.ts';
import { openSettableClock } from '../../support/settable-clock.ts';
import { type MoneyShop, withMoney } from '../support/with-money.ts';
import { type Choose, followPlaces, permutationsOf, subsetsOf } from './order.ts';
import { readEnd } from './read-end.ts';
import { rememberRows } from './restore.ts';
import { SCENES, type Scene } from './scenes.ts';
import { type Ended, openScheduler, type Played, type Scheduler } from './scheduler.ts';

export type SceneName = keyof typeof SCENES;

/** Two to four operations of one scene that are run at the same time. */
export interface Contest {
  scene: SceneName;
  names: readonly string[];
}

/** A schedule that broke an invariant, or whose end differs from every order of its operations one after the other. */
export interface Failure {
  contest: Contest;
  /** The choices that were made; given again, they play the same schedule. */
  choices: number[];
  what: string;
  trace: string[];
}

/** How many schedules one database plays. Its scene is restored after each, but dead rows stay in its tables. */
const PER_DATABASE = 1_000;
/** An end that was found good before is checked again once in so many schedules. */
const CHECKED_EACH = 50;

export interface Arena {
  play(contest: Contest, choose: Choose): Promise<PlayedContest>;
  /** How many schedules were played until now, including those that run one operation after the other. */
  readonly count: number;
  close(): Promise<void>;
}

interface PlayedContest extends Played {
  /** The contents of the database after the schedule, without ids and times. */
  end: string;
  failure: Failure | null;
}

/** A database that holds one scene. */
interface Place {
  db: Database;
  owner: pg.Client;
  scene: Scene;
  scheduler: Scheduler;
  putBack(): Promise<void>;
  played: number;
  close(): Promise<void>;
}

async function openPlace(name: SceneName): Promise<Place> {
  const { db, connectionString, close } = await createTestDatabase();
  const clock = openSettableClock(db);
  const shop = await withMoney({ db, clock });
  await addTestPickupCentre({ db }, 'LAG-LEK', 'Lekki');
  for (const operator of ['ada', 'bisi'])
    await addOperator(db, { name: operator, role: 'finance', secretHash: 'x' });
  const scheduler = openScheduler(connectionString);
  const shops = new Map<Database, MoneyShop>();
  for (const own of scheduler.databases)
    shops.set(own, await withMoney({ db: own, clock, centreId: shop.centreId }));
  const scene = await SCENES[name]({ shop, shopOn: (own) => shops.get(own) as MoneyShop });
  const address = new URL(inject('databaseServer'));
  address.pathname = new URL(connectionString).pathname;
  const owner = new pg.Client({ connectionString: address.href });
  await owner.connect();
  await owner.query('SET plan_cache_mode = force_generic_plan');
  return {
    ...{ db, owner, scene, scheduler, played: 0 },
    putBack: await rememberRows(owner),
    async close() {
      await scheduler.close();
      await owner.end();
      await close();
    },
  };
}

/** The end of operations that ran one after the other, and whether each was done or refused. */
interface Serial {
  end: string;
  done: boolean[];
}

/** The results that arenas running side by side share, so that each is computed once. */
export interface Known {
  serialEnds: Map<string, Serial>;
  goodEnds: Set<string>;
}

export function openArena({ serialEnds, goodEnds }: Known): Arena {
  const places = new Map<SceneName, Place>();
  let count = 0;

  async function placeOf(name: SceneName): Promise<Place> {
    const known = places.get(name);
    if (known && known.played < PER_DATABASE) return known;
    await known?.close();
    const place = await openPlace(name);
    places.set(name, place);
    return place;
  }

  /** Plays a schedule and leaves the database as the schedule left it. */
  async function run(
    { scene: name, names }: Contest,
    choose: Choose,
  ): Promise<Played & { end: string; db: Database }> {
    const place = await placeOf(name);
    const { db, owner, scene, scheduler } = place;
    const operations = names.map((one) => scene.operations[one] ?? unknownOperation(one, name));
    if (place.played > 0) await place.putBack();
    place.played += 1;
    count += 1;
    const played = await scheduler.play(operations, choose);
    return { ...played, db, end: await readEnd(owner, scene) };
  }

  /** Checks the invariants for an end when it first occurs, and now and then again. */
  async function whatIsBroken(db: Database, { scene }: Contest, end: string): Promise<string | null> {
    const key = `${scene} ${end}`;
    if (goodEnds.has(key) && count % CHECKED_EACH > 0) return null;
    const broken = await findBroken(db);
    if (broken === null) goodEnds.add(key);
    return broken;
  }

  /** Finds the end that these operations have when they run one after the other. */
  async function serialEnd({ scene, names }: Contest, order: readonly number[]): Promise<Serial> {
    const contest = { scene, names: order.map((at) => names[at] as string) };
    const key = JSON.stringify(contest);
    const known = serialEnds.get(key);
    if (known !== undefined) return known;
    const { end, ends } = await run(contest, followPlaces(order.map((_, at) => at)));
    for (const one of ends) if ('error' in one && !isRefusal(one.error)) throw one.error;
    const serial = { end, done: ends.map(isDone) };
    serialEnds.set(key, serial);
    return serial;
  }

  async function judge(
    contest: Contest,
    { ends, deadlocks, end, db }: Played & { end: string; db: Database },
  ): Promise<string | null> {
    for (const [at, one] of ends.entries()) {
      if ('error' in one && !isRefusal(one.error)) return `${contest.names[at]} broke off: ${one.error}`;
    }
    if (deadlocks > 0) return 'a deadlock';
    const broken = await whatIsBroken(db, contest, end);
    if (broken) return broken;
    const all = contest.names.map((_, at) => at);
    const done = all.filter((at) => isDone(ends[at]));
    const refused = all.filter((at) => !done.includes(at));
    // Each refused operation either counts as not begun, or must be refused in the serial order too.
    for (const order of subsetsOf(refused).flatMap((begun) => permutationsOf([...done, ...begun]))) {
      const serial = await serialEnd(contest, order);
      if (serial.end === end && order.every((at, place) => serial.done[place] === done.includes(at)))
        return null;
    }
    return `no order of the operations one after the other ends so: ${end}`;
  }

  return {
    async play(contest, choose) {
      const played = await run(contest, choose);
      const what = await judge(contest, played);
      const { trace, decisions } = played;
      const choices = decisions.map(({ chosen }) => chosen);
      return { ...played, failure: what === null ? null : { contest, choices, what, trace } };
    },
    get count() {
      return count;
    },
    async close() {
      for (const place of places.values()) await place.close();
    },
  };
}

function unknownOperation(name: string, scene: string): never {
  throw new Error(`no operation ${name} in the scene ${scene}`);
}

async function findBroken(db: Database): Promise<string | null> {
  const broken = (await checkInvariants(db)).filter(({ breaches }) => breaches.length > 0);
  return (
    broken
      .map(({ name, description, breaches }) => `${name} ${description}: ${breaches.join('; ')}`)
      .join('\n') || null
  );
}

const isDone = (one: Ended | undefined): boolean => one !== undefined && 'value' in one;

function isRefusal(error: unknown): boolean {
  return (
    error instanceof DomainError ||
    error instanceof ActionRefusedError ||
    error instanceof GroupStatusChangeRefusedError
  );
}
