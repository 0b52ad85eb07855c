import { opsAddOperator } from '#contract/ops/operator-endpoints.ts';
import { OpsAddOperatorBody, OpsEnrolmentSecretReply } from '#contract/schemas/ops/operators.ts';
import { ActionRefusedError, defineAction, defineConsoleEndpoint } from '../../action.ts';
import { addOperator, findActiveOperators } from '../../operator-repository.ts';
import { createOperatorSecret } from '../../operators.ts';
import {
  CENTRE_LIST_OPTION_PARSERS,
  validateOperatorCentres,
  writeOperatorAuditRow,
} from './operator-change.ts';

export const operatorAddAction = defineAction({
  name: 'operator add',
  summary:
    'Add an operator and show their secret once. The first one is an owner; from then on every command needs --as NAME. --centre: limited to these pickup centres.',
  roles: ['owner'],
  key: 'given',
  body: OpsAddOperatorBody,
  positionals: ['name'],
  readers: CENTRE_LIST_OPTION_PARSERS,
  console: defineConsoleEndpoint(opsAddOperator, OpsEnrolmentSecretReply),
  async run(context, { name, role, centre }) {
    const { db, config } = context;
    const isFirst = !(await findActiveOperators(db)).some((one) => one.role === 'owner');
    if (isFirst && role !== 'owner')
      throw new ActionRefusedError('The first operator is an owner: operator add NAME --role owner');
    const centres = await validateOperatorCentres(db, role, centre);
    const { secret, secretHash } = await createOperatorSecret();
    await db.transaction(async (tx) => {
      if (!(await addOperator(tx, { name, role, centres, secretHash })))
        throw new ActionRefusedError(
          `${name} already exists or existed before: a name cannot be used again.`,
        );
      await writeOperatorAuditRow(tx, context, {
        target: `operator:${name}`,
        after: centres ? { role, centres } : { role },
      });
    });
    return {
      data: { name, role, secret, setUpAt: `${config.publicUrl}/ops/enrol` },
      repeatText: `${name} is added with the role ${role}. The secret was shown once: operator reset ${name} gives a new one.`,
    };
  },
});
