import { Type } from 'typebox';
import { VARIANT_MAX } from '#contract/limits.ts';
import { advanceClock, readDatabaseClock } from '../../../db/clock-offset.ts';
import { action, Refusal, writeRow } from '../../action.ts';
import { readDurationMs } from '../../command-line/durations.ts';

export const clockAdvanceAction = action({
  name: 'clock advance',
  summary: "Move the shop's clock forward, for example 48h or 90m. Sandbox only.",
  roles: ['ops'],
  key: 'given',
  body: Type.Object({ duration: Type.String({ minLength: 1, maxLength: VARIANT_MAX }) }),
  positionals: ['duration'],
  async run(context, { duration }) {
    const { db, config, clock } = context;
    if (!config.sandbox.isOn) throw new Refusal('The clock moves only in the sandbox.');
    const byMs = readDurationMs(duration);
    await db.transaction(async (tx) => {
      const { offsetMs } = await readDatabaseClock(tx);
      await advanceClock(tx, byMs);
      const [before, after] = [{ offsetMs }, { offsetMs: offsetMs + byMs }];
      await writeRow(tx, context, { target: 'clock', before, after });
    });
    return { data: { advancedMs: byMs, now: new Date(clock.now().getTime() + byMs).toISOString() } };
  },
});
