import { writeSync } from 'node:fs';
import { compareBooks, findLost } from './books.ts';
import { Crowd } from './crowd.ts';
import { rollDice } from './dice.ts';
import { openFor } from './opening.ts';
import { patiently } from './patience.ts';
import { countKinds, findBrokenInvariants, type Progress, playStretch } from './play.ts';
import { countRare } from './rare-branches.ts';
import { bringToRest, workOff } from './rest.ts';
import { openRandomShop } from './shop.ts';

/** What the command passes to the child process that runs the shop and its shoppers. */
export interface HandOrder {
  databaseUrl: string;
  dataDir: string;
  port: number;
  seed: number;
  /** How many operations of the run are left. */
  operations: number;
  /** The invariants are checked after this many operations. */
  stretch: number;
  lanes: number;
  /** True: power was lost just before, so the shop is brought to rest and compared with the provider's books first. */
  isAfterPowerLoss: boolean;
}

/** What the child process reports, one line of JSON each. */
export type HandWord =
  | { said: 'progress'; operations: number; confirmed: number }
  | { said: 'judged'; progress: Progress }
  | { said: 'broken'; broken: string[]; progress: Progress }
  | { said: 'done'; progress: Progress; kinds: Record<string, number>; rare: Record<string, number> };

/**
 * Reports on a channel apart from the shop's log. Written synchronously, so that nothing reported is lost in a kill.
 */
const say = (word: HandWord): void => void writeSync(3, `${JSON.stringify(word)}\n`);

const order = JSON.parse(process.argv[2] ?? '{}') as HandOrder;
const shop = await openRandomShop(order);
const crowd = await Crowd.open(shop);
const dice = rollDice(order.seed);
if (crowd.products.length < 6) await openFor(crowd, dice);
const progress: Progress = { operations: 0, tally: {}, failures: {} };

/** Some invariants allow the jobs one to ten minutes, so the jobs are run before the invariants are checked. */
const judge = async (more: string[]): Promise<void> => {
  const unfinished = more.length > 0 ? [] : await patiently(() => workOff(crowd));
  const invariants = await patiently(() => findBrokenInvariants(crowd));
  const broken = [...(await patiently(() => findLost(crowd))), ...more, ...unfinished, ...invariants];
  if (broken.length === 0) return say({ said: 'judged', progress });
  say({ said: 'broken', broken, progress });
  process.exit(1);
};

if (order.isAfterPowerLoss) await patiently(() => bringToRest(crowd));
await judge(order.isAfterPowerLoss ? await patiently(() => compareBooks(crowd)) : []);
while (progress.operations < order.operations) {
  const until = Math.min(order.operations, progress.operations + order.stretch);
  const options = { seed: dice.below(2 ** 31), until, lanes: order.lanes };
  await judge(
    await playStretch(crowd, options, progress, () =>
      say({ said: 'progress', operations: progress.operations, confirmed: crowd.confirmed.size }),
    ),
  );
}
await patiently(() => bringToRest(crowd));
await judge(await patiently(() => compareBooks(crowd)));
say({ said: 'done', progress, kinds: await countKinds(crowd), rare: await countRare(crowd) });
await shop.close();
process.exit(0);
