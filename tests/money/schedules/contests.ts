import type { SeededRandomDraws } from '../../support/seeded-random.ts';
import type { Contest, SceneName } from './play.ts';

/** The pairs of operations that are run at the same time, by scene. */
const PAIRS: Record<SceneName, readonly (readonly [string, string])[]> = {
  forming: [
    ['settle', 'settle again'],
    ['settle', 'settle twice paid'],
    ['settle', 'settle another'],
    ['settle', 'leave'],
    ['settle', 'refund'],
    ['settle', 'fail'],
    ['settle', 'expire'],
    ['settle', 'pay from the wallet'],
    ['settle', 'begin again'],
    ['settle', 'add to cart'],
    ['leave', 'leave again'],
    ['leave', 'refund'],
    ['leave', 'reversal'],
    ['refund', 'reversal'],
    ['refund', 'approval'],
    ['reversal', 'reversal again'],
  ],
  open: [
    ['settle', 'leave'],
    ['settle', 'refund'],
    ['settle', 'settle another'],
  ],
  shrinking: [
    ['take less', 'take less again'],
    ['take less', 'take still less'],
    ['take less', 'settle'],
    ['take less', 'settle another'],
    ['take less', 'leave'],
    ['take less', 'refund'],
    ['take less', 'refund a part'],
    ['take less', 'reversal'],
    ['take less', 'approval'],
    ['take less', 'close'],
    ['take less', 'fail'],
    ['take less', 'secure'],
  ],
  shrinkingLate: [
    ['take less', 'close'],
    ['take less', 'leave'],
    ['take less', 'settle'],
  ],
  limited: [
    ['settle', 'settle another'],
    ['settle', 'lower the limit'],
    ['settle', 'leave'],
    ['settle', 'take less'],
    ['settle', 'refund'],
    ['settle another', 'leave'],
    ['settle another', 'take less'],
    ['take less', 'lower the limit'],
  ],
  expired: [
    ['settle', 'close'],
    ['close', 'refund'],
    ['close', 'fail'],
  ],
  late: [['settle', 'settle another']],
  full: [
    ['secure', 'settle another'],
    ['secure', 'refund'],
    ['secure', 'fail'],
    ['secure', 'secure again'],
  ],
  failed: [
    ['pay back', 'pay back again'],
    ['pay back', 'refund by hand'],
    ['pay back', 'reversal of owed'],
    ['pay back', 'end refunds'],
    ['reversal', 'card refund'],
    ['reversal', 'pay from the wallet'],
    ['reversal', 'begin with the wallet'],
    ['card refund', 'card refund again'],
    ['card refund', 'pay from the wallet'],
    ['goodwill', 'deletion'],
    ['deletion', 'settle twice paid'],
    ['deletion', 'begin with the wallet'],
  ],
  ready: [
    ['hand-out', 'hand-out again'],
    ['hand-out', 'refund'],
    ['hand-out', 'approval'],
    ['hand-out', 'fail'],
    ['hand-out', 'batch back'],
    ['refund', 'refund again'],
    ['refund', 'approval'],
    ['approval', 'approval again'],
    ['approval', 'fail'],
    ['fail', 'refund'],
    ['fail', 'fail again'],
  ],
};

export const PAIRS_THAT_MATTER: readonly Contest[] = Object.entries(PAIRS).flatMap(([scene, pairs]) =>
  pairs.map((names) => ({ scene: scene as SceneName, names })),
);

/** The operations that can happen in each scene, in alphabetical order. */
const OPERATIONS: Record<SceneName, readonly string[]> = Object.fromEntries(
  Object.entries(PAIRS).map(([scene, pairs]) => [scene, [...new Set(pairs.flat())].sort()]),
) as unknown as Record<SceneName, readonly string[]>;

/** Every pair of operations of a scene. */
export const ALL_PAIRS: readonly Contest[] = Object.entries(OPERATIONS).flatMap(([scene, names]) =>
  names.flatMap((one, at) =>
    names.slice(at + 1).map((other) => ({ scene: scene as SceneName, names: [one, other] })),
  ),
);

/**
 * Draws a contest: mostly a pair from the list above, otherwise three or four operations of a scene.
 *
 * @param about only contests with an operation whose name begins with these words are drawn.
 */
export function drawContest(draw: SeededRandomDraws, about: string): Contest {
  const isAbout = ({ names }: Contest) => names.some((name) => name.startsWith(about));
  const pair = draw.pick(PAIRS_THAT_MATTER.filter(isAbout));
  if (draw.chance(0.7)) return pair;
  const { scene } = pair;
  const names = new Set(pair.names);
  const most = Math.min(draw.chance(0.75) ? 3 : 4, OPERATIONS[scene].length);
  while (names.size < most) names.add(draw.pick(OPERATIONS[scene]));
  return { scene, names: [...names] };
}
