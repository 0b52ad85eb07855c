import { findAuditLines, writeAudit } from '../../audit/audit-log.ts';
import { advanceClock } from '../../db/clock-offset.ts';
import { rotateServerSecrets } from '../../db/server-secrets.ts';
import { setClaimsMode } from '../../features/catalogue/claims-repository.ts';
import { checkInvariants } from '../../features/invariants/invariants.ts';
import { type OpsCommand, Refusal, type Role, requireOption, requireWord } from '../command.ts';
import { seedDemoGroup, seedDemoShop } from '../demo-seed.ts';
import { readDurationMs } from '../durations.ts';
import { addOperator } from '../operator-repository.ts';
import { textTable } from '../text-table.ts';

const ROLES: readonly string[] = ['support', 'ops', 'finance'];
const AUDIT_LINES = 50;

export const shopCommands: OpsCommand[] = [
  {
    name: 'invariants',
    usage: '',
    summary: 'Judge every law of the money. Exit code 1 when one is broken.',
    roles: ['support', 'ops', 'finance'],
    async run({ db }) {
      const results = await checkInvariants(db);
      const broken = results.filter((result) => result.breaches.length > 0);
      const lines = results.flatMap(({ name, law, breaches }) => [
        `${breaches.length === 0 ? 'holds ' : 'BROKEN'}  ${name.padEnd(4)} ${law}`,
        ...breaches.map((breach) => `          ${breach}`),
      ]);
      const verdict =
        broken.length === 0
          ? `All ${results.length} invariants hold.`
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
    async run({ db, config, clock, actor }, args) {
      if (!config.sandbox.isOn) throw new Refusal('The clock moves only in the sandbox.');
      const byMs = readDurationMs(args.words.join(' ') || requireWord(args, 0, 'DURATION'));
      await advanceClock(db, byMs);
      await writeAudit(db, { actor, action: 'clock.advance', target: 'clock', after: { byMs } });
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
    async run(deps) {
      if (!deps.config.sandbox.isOn) throw new Refusal('The demonstration exists only in the sandbox.');
      const shop = await seedDemoShop(deps);
      const data = { ...shop, joins: await seedDemoGroup(deps) };
      return {
        data,
        text: `${data.products} products, ${data.shoppers} shoppers, ${data.joins} joins added.`,
      };
    },
  },
  {
    name: 'operator add',
    usage: 'NAME --role support|ops|finance',
    summary: 'Name an operator, to act with --as NAME.',
    roles: [],
    options: ['role'],
    async run({ db, actor }, args) {
      const name = requireWord(args, 0, 'NAME');
      const role = requireOption(args, 'role');
      if (!/^[a-z][a-z0-9._-]{1,39}$/.test(name))
        throw new Refusal('A name has 2 to 40 of a-z, 0-9, dot, dash.');
      if (!ROLES.includes(role)) throw new Refusal(`--role is one of ${ROLES.join(', ')}.`);
      if (!(await addOperator(db, { name, role: role as Role })))
        throw new Refusal(`${name} exists already.`);
      await writeAudit(db, { actor, action: 'operator.add', target: `operator:${name}`, after: { role } });
      return { data: { name, role }, text: `${name} may act as ${role}.` };
    },
  },
  {
    name: 'secrets rotate',
    usage: '[--all] --reason R',
    summary:
      'Change the key of sessions, --all also that of kept answers and known phones. Then restart the shop.',
    roles: ['ops'],
    options: ['reason'],
    flags: ['all'],
    async run({ db, actor }, args) {
      const reason = requireOption(args, 'reason');
      const all = args.options.all === 'true';
      await db.transaction(async (tx) => {
        await rotateServerSecrets(tx, { all });
        await writeAudit(tx, {
          actor,
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
    usage: '[--target T] [--limit N]',
    summary: 'The newest lines of the audit log.',
    roles: ['support', 'ops', 'finance'],
    options: ['target', 'limit'],
    async run({ db }, { options }) {
      const limit = Math.min(1_000, Math.max(1, Number(options.limit) || AUDIT_LINES));
      const lines = await findAuditLines(db, options.target ?? null, limit);
      return { data: lines, text: textTable(lines, 'The audit log is empty.') };
    },
  },
  {
    name: 'claims',
    usage: 'default|computed',
    summary: "Say the shop's claims as given, or its own figures.",
    roles: ['ops'],
    async run({ db, actor }, args) {
      const mode = requireWord(args, 0, 'default or computed');
      if (!['default', 'computed'].includes(mode)) throw new Refusal('Claims are default or computed.');
      await setClaimsMode(db, mode);
      await writeAudit(db, { actor, action: 'claims.set', target: 'settings:claims', after: { mode } });
      return { data: { mode }, text: `The claims are ${mode}.` };
    },
  },
];
