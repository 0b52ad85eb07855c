import { opsResetOperatorCredentials } from '#contract/ops/operator-endpoints.ts';
import { OpsEnrolmentSecretReply } from '#contract/schemas/ops/operators.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';
import { replaceOperatorSecret } from '../../operator-repository.ts';
import { createOperatorSecret } from '../../operators.ts';
import { changeOperatorWithAudit, OperatorNameAndReasonBody } from './operator-change.ts';

export const operatorSecretResetAction = defineAction({
  name: 'operator reset',
  summary: 'Give an operator a new secret, shown once. The old one stops working.',
  roles: ['owner'],
  key: 'given',
  body: OperatorNameAndReasonBody,
  positionals: ['name'],
  console: defineConsoleEndpoint(opsResetOperatorCredentials, OpsEnrolmentSecretReply),
  async run(context, body) {
    const { name } = body;
    const { secret, secretHash } = await createOperatorSecret();
    await changeOperatorWithAudit(context, body, async (tx) => {
      const isHere = await replaceOperatorSecret(tx, name, secretHash);
      return isHere && { after: { hasNewSecret: true } };
    });
    return { data: { name, secret }, repeatText: 'The secret was shown once.' };
  },
});
