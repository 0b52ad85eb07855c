import { Type } from 'typebox';
import { SHORT_TEXT_LENGTH_MAX } from '#contract/limits.ts';
import * as calls from '#contract/ops/money-endpoints.ts';
import { OpsReasonBody } from '#contract/schemas/ops/console.ts';
import * as schemas from '#contract/schemas/ops/money.ts';
import { writeAuditEntry } from '../../../audit/audit-log.ts';
import { advanceShopClock, readDatabaseClock } from '../../../db/clock-offset.ts';
import { rotateServerSecrets } from '../../../db/server-secrets.ts';
import { checkInvariants, checkInvariantsInBlocks } from '../../../features/invariants/invariants.ts';
import { loadSandboxModule } from '../../../load-sandbox.ts';
import {
  ActionRefusedError,
  defineAction,
  defineConsoleEndpoint,
  EmptyActionBody,
  writeActionAuditRow,
} from '../../action.ts';
import { parseDurationMs } from '../../command-line/durations.ts';

const invariantsCheckAction = defineAction({
  name: 'invariants',
  summary: 'Run every money check, in parts or on one snapshot. Exit code 1 if one fails.',
  roles: ['support', 'ops', 'finance'],
  body: Type.Object({ atOnce: Type.Optional(Type.Boolean()) }),
  console: defineConsoleEndpoint(calls.opsCheckMoneyInvariants, schemas.OpsInvariantsReply),
  async run({ db }, { atOnce }) {
    const judged = await (atOnce ? checkInvariants(db) : checkInvariantsInBlocks(db));
    const results = judged.map((one) => ({ ...one, holds: one.breaches.length === 0 }));
    const holds = results.every((one) => one.holds);
    return { isGood: holds, data: { holds, invariants: results } };
  },
});

const clockAdvanceAction = defineAction({
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

const demoSeedAction = defineAction({
  name: 'demo seed',
  summary:
    'Fill an empty sandbox: catalogue, centres, two shoppers, a half-full group. The shop must be running.',
  roles: ['ops'],
  key: 'repeatable',
  body: EmptyActionBody,
  async run(context) {
    if (!context.config.sandbox.isOn)
      throw new ActionRefusedError('The demonstration exists only in the sandbox.');
    await writeAuditEntry(context.db, { actor: context.actor, action: 'demo.seed', target: 'shop' });
    const { seedDemoGroup, seedDemoShop } = await loadSandboxModule();
    const shop = await seedDemoShop(context);
    return { data: { ...shop, joins: await seedDemoGroup(context) } };
  },
});

const secretsRotateAction = defineAction({
  name: 'secrets rotate',
  summary:
    'Change the signing key of sessions; --all: also the keys of saved answers and of known devices. Then restart every process of the shop; nobody is signed out.',
  roles: ['ops'],
  key: 'given',
  body: Type.Object({ all: Type.Optional(Type.Boolean()), ...OpsReasonBody.properties }),
  async run(context, { all = false, reason }) {
    await context.db.transaction(async (tx) => {
      await rotateServerSecrets(tx, { all });
      await writeActionAuditRow(tx, context, {
        target: 'settings:secrets',
        after: { all },
        reason,
      });
    });
    return { data: { all } };
  },
});

export const maintenanceActions = [
  invariantsCheckAction,
  clockAdvanceAction,
  demoSeedAction,
  secretsRotateAction,
];
