import { noteAlarm } from '../../alarms/alarms-repository.ts';
import { type AuditLine, writeAudit } from '../../audit/audit-log.ts';
import type { Queryable } from '../../db/database.ts';
import {
  type OpsArguments,
  type OpsCommand,
  type OpsContext,
  Refusal,
  type Role,
  requireOption,
  requireWord,
} from '../command.ts';
import { textTable } from '../command-line/text-table.ts';
import {
  addOperator,
  findOperators,
  listOperators,
  lockOwners,
  removeOperator,
  replaceSecret,
} from '../operator-repository.ts';
import { makeSecret } from '../operators.ts';

const ROLES: readonly string[] = ['support', 'ops', 'finance', 'owner'];

export const operatorCommands: OpsCommand[] = [
  {
    name: 'operator add',
    usage: `NAME --role ${ROLES.join('|')}`,
    summary:
      'Name an operator and show their secret, once. The first one is an owner; then everybody proves who they are.',
    roles: ['owner'],
    act: 'key',
    options: ['role'],
    async run({ db, actor, key }, args) {
      const name = requireWord(args, 0, 'NAME');
      const role = requireOption(args, 'role');
      if (!/^[a-z][a-z0-9._-]{1,39}$/.test(name))
        throw new Refusal('A name has 2 to 40 of a-z, 0-9, dot, dash.');
      if (!ROLES.includes(role)) throw new Refusal(`--role is one of ${ROLES.join(', ')}.`);
      const isFirst = !(await findOperators(db)).some((one) => one.role === 'owner');
      if (isFirst && role !== 'owner')
        throw new Refusal('The first operator is an owner: operator add NAME --role owner');
      const { secret, secretHash } = await makeSecret();
      await db.transaction(async (tx) => {
        if (!(await addOperator(tx, { name, role: role as Role, secretHash })))
          throw new Refusal(`${name} exists already, or has existed: a name is used once.`);
        await writeChange(tx, {
          actor,
          key,
          action: 'operator.add',
          target: `operator:${name}`,
          after: { role },
        });
      });
      const next = isFirst ? ['From now on every command needs --as NAME and their secret.'] : [];
      return {
        data: { name, role, secret },
        text: [`${name} may act as ${role}.`, shownOnce(secret), ...next].join('\n'),
        saidAgain: `${name} may act as ${role}. The secret was shown once: operator reset ${name} gives out another.`,
      };
    },
  },
  {
    name: 'operator list',
    usage: '',
    summary: 'Who may act by name, who might once, and how often a wrong secret was given in 90 days.',
    roles: ['support', 'ops', 'finance'],
    async run({ db }) {
      const operators = await listOperators(db);
      return { data: operators, text: textTable(operators, 'There are no operators.') };
    },
  },
  {
    name: 'operator reset',
    usage: 'NAME --reason R',
    summary: 'Give an operator another secret, shown once. The old one is worth nothing any more.',
    roles: ['owner'],
    act: 'key',
    options: ['reason'],
    async run(context, args) {
      const { secret, secretHash } = await makeSecret();
      const name = await changeOperator(context, args, 'operator.reset', async (tx, name) => {
        const isHere = await replaceSecret(tx, name, secretHash);
        return isHere && { after: { hasNewSecret: true } };
      });
      return { data: { name, secret }, text: shownOnce(secret), saidAgain: 'The secret was shown once.' };
    },
  },
  {
    name: 'operator remove',
    usage: 'NAME --reason R',
    summary: 'Let an operator act no more. The last owner stays.',
    roles: ['owner'],
    act: 'key',
    options: ['reason'],
    async run(context, args) {
      const name = await changeOperator(context, args, 'operator.remove', async (tx, name) => {
        const owners = await lockOwners(tx);
        if (owners.length === 1 && owners[0] === name)
          throw new Refusal(`${name} is the last owner. Add another one first.`);
        const role = await removeOperator(tx, name);
        return role && { before: { role }, after: { removed: true } };
      });
      return { data: { name }, text: `${name} acts no more.` };
    },
  },
];

/** Changes one operator for a reason, with the act's row. @returns the name. @throws {Refusal} where `change` finds nobody. */
async function changeOperator(
  { db, actor, key }: OpsContext,
  args: OpsArguments,
  action: 'operator.reset' | 'operator.remove',
  change: (tx: Queryable, name: string) => Promise<{ before?: object; after: object } | false | undefined>,
): Promise<string> {
  const name = requireWord(args, 0, 'NAME');
  const reason = requireOption(args, 'reason');
  await db.transaction(async (tx) => {
    const changed = await change(tx, name);
    if (!changed) throw new Refusal(`There is no operator "${name}".`);
    await writeChange(tx, { actor, key, action, target: `operator:${name}`, reason, ...changed });
  });
  return name;
}

/** Who can act in the shop concerns everybody: each change raises an alarm, too. */
async function writeChange(tx: Queryable, line: AuditLine): Promise<void> {
  const id = await writeAudit(tx, line);
  await noteAlarm(tx, { kind: 'operator_changed', subject: `audit:${id}`, detail: line.action }, true);
}

function shownOnce(secret: string): string {
  return `Secret (shown once): ${secret}`;
}
