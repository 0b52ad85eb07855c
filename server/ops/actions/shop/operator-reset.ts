import { opsResetOperator } from '#contract/ops-operator-endpoints.ts';
import { OpsSecretReply } from '#contract/schemas/ops-operators.ts';
import { action, call } from '../../action.ts';
import { replaceSecret } from '../../operator-repository.ts';
import { makeSecret } from '../../operators.ts';
import { changeOperator, OperatorChange } from './operator-change.ts';

export const operatorResetAction = action({
  name: 'operator reset',
  summary: 'Give an operator a new secret, shown once. The old one stops working.',
  roles: ['owner'],
  key: 'given',
  body: OperatorChange,
  positionals: ['name'],
  console: call(opsResetOperator, OpsSecretReply),
  async run(context, body) {
    const { name } = body;
    const { secret, secretHash } = await makeSecret();
    await changeOperator(context, body, async (tx) => {
      const isHere = await replaceSecret(tx, name, secretHash);
      return isHere && { after: { hasNewSecret: true } };
    });
    return { data: { name, secret }, saidAgain: 'The secret was shown once.' };
  },
});
