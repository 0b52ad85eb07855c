import { opsAddOperator } from '#contract/ops-operator-endpoints.ts';
import { OpsAddOperatorBody, OpsSecretReply } from '#contract/schemas/ops-operators.ts';
import { action, call, Refusal } from '../../action.ts';
import { addOperator, findOperators } from '../../operator-repository.ts';
import { makeSecret } from '../../operators.ts';
import { writeOperatorRow } from './operator-change.ts';

export const operatorAddAction = action({
  name: 'operator add',
  summary:
    'Add an operator and show their secret once. The first one is an owner; from then on every command needs --as NAME.',
  roles: ['owner'],
  key: 'given',
  body: OpsAddOperatorBody,
  positionals: ['name'],
  console: call(opsAddOperator, OpsSecretReply),
  async run(context, { name, role }) {
    const { db } = context;
    const isFirst = !(await findOperators(db)).some((one) => one.role === 'owner');
    if (isFirst && role !== 'owner')
      throw new Refusal('The first operator is an owner: operator add NAME --role owner');
    const { secret, secretHash } = await makeSecret();
    await db.transaction(async (tx) => {
      if (!(await addOperator(tx, { name, role, secretHash })))
        throw new Refusal(`${name} already exists or existed before: a name cannot be used again.`);
      await writeOperatorRow(tx, context, { target: `operator:${name}`, after: { role } });
    });
    return {
      data: { name, role, secret },
      saidAgain: `${name} is added with the role ${role}. The secret was shown once: operator reset ${name} gives a new one.`,
    };
  },
});
