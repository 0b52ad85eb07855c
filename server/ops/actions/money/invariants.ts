import { Type } from 'typebox';
import { opsCheckMoneyInvariants } from '#contract/ops/money-endpoints.ts';
import { OpsMoneyInvariantsReply } from '#contract/schemas/ops/money.ts';
import { checkInvariants, checkInvariantsOfAllRows } from '../../../features/invariants/invariants.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';

export const invariantsCheckAction = defineAction({
  name: 'invariants',
  summary: 'Run every money check, in parts or on one snapshot. Exit code 1 if one fails.',
  roles: ['support', 'ops', 'finance'],
  body: Type.Object({ atOnce: Type.Optional(Type.Boolean()) }),
  console: defineConsoleEndpoint(opsCheckMoneyInvariants, OpsMoneyInvariantsReply),
  async run({ db }, { atOnce }) {
    const judged = await (atOnce ? checkInvariants(db) : checkInvariantsOfAllRows(db));
    const results = judged.map((one) => ({ ...one, holds: one.breaches.length === 0 }));
    const holds = results.every((one) => one.holds);
    return { isGood: holds, data: { holds, invariants: results } };
  },
});
