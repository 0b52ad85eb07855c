import { Type } from 'typebox';
import { opsShopperEvents } from '#contract/ops-shopper-endpoints.ts';
import { PositiveInteger } from '#contract/schemas/basics.ts';
import { OpsEventsReply } from '#contract/schemas/ops-shopper.ts';
import { findSecurityEvents } from '../../../audit/security-events.ts';
import { action, call } from '../../action.ts';
import { requireNamedShopper } from '../../shoppers.ts';
import { namedShopper } from './named-shopper.ts';

const LINES = 100;

export const userEventsAction = action({
  name: 'user events',
  summary: 'Sign-ins, failed tries and changes of an account, and what operators did to it.',
  roles: ['support', 'ops'],
  body: Type.Object({ ...namedShopper, limit: Type.Optional(PositiveInteger(1_000)) }),
  console: call(opsShopperEvents, OpsEventsReply),
  async run({ db }, { limit = LINES, ...named }) {
    const { id } = await requireNamedShopper(db, named);
    return { data: await findSecurityEvents(db, id, limit), lookedAt: `user:${id}` };
  },
});
