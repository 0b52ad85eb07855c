import { countOf } from '#contract/rules/count-of.ts';
import { findAuditLines, writeAudit } from '../../audit/audit-log.ts';
import { advanceClock, readDatabaseClock } from '../../db/clock-offset.ts';
import { rotateServerSecrets } from '../../db/server-secrets.ts';
import { findClaimsMode, setClaimsMode } from '../../features/catalogue/claims-repository.ts';
import { checkAllInSlices, checkInvariants } from '../../features/invariants/invariants.ts';
import { isDay } from '../../lib/calendar.ts';
import { loadSandbox } from '../../load-sandbox.ts';
import { type OpsCommand, Refusal, readOption, readRowId, requireOption, requireWord } from '../command.ts';
import { readDurationMs } from '../command-line/durations.ts';
import { textTable } from '../command-line/text-table.ts';

const AUDIT_LINES = 50;

export const shopCommands: OpsCommand[] = [
  {
    name: 'invariants',
    usage: '[--at-once]',
    summary: 'Judge every law of the money, in stretches or on one snapshot. Exit code 1 when one is broken.',
    roles: ['support', 'ops', 'finance'],
    flags: ['at-once'],
    async run({ db }, args) {
      const results = await (args.options['at-once'] ? checkInvariants(db) : checkAllInSlices(db));
      const broken = results.filter((result) => result.breaches.length > 0);
      const lines = results.flatMap(({ name, law, breaches }) => [
        `${breaches.length === 0 ? 'holds ' : 'BROKEN'}  ${name.padEnd(4)} ${law}`,
        ...breaches.map((breach) => `          ${breach}`),
      ]);
      const verdict =
        broken.length === 0
          ? `All ${results.length} invariants hold.`
          : broken.length === 1
            ? '1 invariant is broken.'
            : `${broken.length} invariants are broken.`;
      return {
        isGood: broken.length === 0,
        data: {
          holds: broken.length === 0,
          invariants: results.map((result) => ({ ...result, holds: result.breaches.length === 0 })),
        },
        text: [...lines, verdict].join('\n'),
      };
    },
  },
  {
    name: 'clock advance',
    usage: 'DURATION',
    summary: "Move the shop's clock forward, for example 48h or 90m. Sandbox only.",
    roles: ['ops'],
    act: 'key',
    async run({ db, config, clock, actor, key }, args) {
      if (!config.sandbox.isOn) throw new Refusal('The clock moves only in the sandbox.');
      const byMs = readDurationMs(args.words.join(' ') || requireWord(args, 0, 'DURATION'));
      await db.transaction(async (tx) => {
        const { offsetMs: before } = await readDatabaseClock(tx);
        await advanceClock(tx, byMs);
        await writeAudit(tx, {
          actor,
          key,
          action: 'clock.advance',
          target: 'clock',
          before: { offsetMs: before },
          after: { offsetMs: before + byMs },
        });
      });
      const now = new Date(clock.now().getTime() + byMs).toISOString();
      return { data: { advancedMs: byMs, now }, text: `It is now ${now} in the shop.` };
    },
  },
  {
    name: 'demo seed',
    usage: '',
    summary:
      'Fill an empty sandbox: catalogue, centres, two shoppers, a half-full group. The shop must be running.',
    roles: ['ops'],
    act: 'again',
    async run(deps) {
      if (!deps.config.sandbox.isOn) throw new Refusal('The demonstration exists only in the sandbox.');
      await writeAudit(deps.db, { actor: deps.actor, action: 'demo.seed', target: 'shop' });
      const { seedDemoGroup, seedDemoShop } = await loadSandbox();
      const shop = await seedDemoShop(deps);
      const data = { ...shop, joins: await seedDemoGroup(deps) };
      return {
        data,
        text: `${countOf(data.products, 'product')}, ${countOf(data.shoppers, 'shopper')}, ${countOf(data.joins, 'join')} added.`,
      };
    },
  },
  {
    name: 'secrets rotate',
    usage: '[--all] --reason R',
    summary:
      'Change the key of sessions, --all also that of kept answers and known phones. Then restart the shop.',
    roles: ['ops'],
    act: 'key',
    options: ['reason'],
    flags: ['all'],
    async run({ db, actor, key }, args) {
      const reason = requireOption(args, 'reason');
      const all = args.options.all === 'true';
      await db.transaction(async (tx) => {
        await rotateServerSecrets(tx, { all });
        await writeAudit(tx, {
          actor,
          key,
          action: 'secrets.rotate',
          target: 'settings:secrets',
          after: { all },
          reason,
        });
      });
      return {
        data: { all },
        text: 'The keys are changed. Restart every process of the shop now; nobody is signed out.',
      };
    },
  },
  {
    name: 'audit',
    usage: '[--by NAME] [--target T] [--day YYYY-MM-DD] [--before LINE] [--limit N]',
    summary:
      'The newest lines of the audit log: of an operator (or `system`), of what was changed, of a day in Lagos.',
    roles: ['support', 'ops', 'finance'],
    options: ['by', 'target', 'day', 'before', 'limit'],
    async run({ db }, args) {
      const { by, target, day, before } = args.options;
      if (day !== undefined && !isDay(day)) throw new Refusal('--day is YYYY-MM-DD.');
      const beforeId = before === undefined ? undefined : readRowId(before);
      if (beforeId === null) throw new Refusal('--before is the id of a line.');
      const lines = await findAuditLines(db, {
        actor: by === undefined || by === 'system' || by.includes(':') ? by : `operator:${by}`,
        target,
        day,
        before: beforeId,
        limit: readOption(args, 'limit', 1_000) ?? AUDIT_LINES,
      });
      return { data: lines, text: textTable(lines, 'The audit log is empty.') };
    },
  },
  {
    name: 'claims',
    usage: 'default|computed',
    summary: "Say the claims of the specification, or the shop's own figures where it has any.",
    roles: ['ops'],
    act: 'key',
    async run({ db, actor, key }, args) {
      const mode = requireWord(args, 0, 'default or computed');
      if (!['default', 'computed'].includes(mode)) throw new Refusal('Claims are default or computed.');
      await db.transaction(async (tx) => {
        const before = { mode: await findClaimsMode(tx) };
        await setClaimsMode(tx, mode);
        const target = 'settings:claims';
        await writeAudit(tx, { actor, action: 'claims.set', target, before, after: { mode }, key });
      });
      return { data: { mode }, text: `The claims are ${mode}.` };
    },
  },
];
