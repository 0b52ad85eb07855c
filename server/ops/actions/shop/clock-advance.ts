import { Type } from 'typebox';
import { SHORT_TEXT_LENGTH_MAX } from '#contract/limits.ts';
import { advanceShopClock, readDatabaseClock } from '../../../db/clock-offset.ts';
import { ActionRefusedError, defineAction, writeActionAuditRow } from '../../action.ts';
import { parseDurationMs } from '../../command-line/durations.ts';

export const shopClockAdvanceAction = defineAction({
  name: 'clock advance',
  summary: "Move the shop's clock forward, for example 48h or 90m. Sandbox only.",
  roles: ['ops'],
  key: 'given',
  body: Type.Object({ duration: Type.String({ minLength: 1, maxLength: SHORT_TEXT_LENGTH_MAX }) }),
  positionals: ['duration'],
  async run(context, { duration }) {
    const { db, config, clock } = context;
    if (!config.sandbox.isOn) throw new ActionRefusedError('The clock moves only in the sandbox.');
    const byMs = parseDurationMs(duration);
    await db.transaction(async (tx) => {
      const { offsetMs } = await readDatabaseClock(tx);
      await advanceShopClock(tx, byMs);
      const [before, after] = [{ offsetMs }, { offsetMs: offsetMs + byMs }];
      await writeActionAuditRow(tx, context, { target: 'clock', before, after });
    });
    return { data: { advancedMs: byMs, now: new Date(clock.now().getTime() + byMs).toISOString() } };
  },
});
