import { Type } from 'typebox';
import { opsListShopperEvents } from '#contract/ops/shopper-endpoints.ts';
import { PositiveIntegerUpTo } from '#contract/schemas/basics.ts';
import { OpsShopperEventsReply } from '#contract/schemas/ops/shopper.ts';
import { findSecurityEvents } from '../../../audit/security-events.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';
import { requireNamedShopper } from '../../shoppers.ts';
import { namedShopperFields } from './named-shopper.ts';

const LINES = 100;

export const userEventsAction = defineAction({
  name: 'user events',
  summary: 'Sign-ins, failed tries and changes of an account, and what operators did to it.',
  roles: ['support', 'ops'],
  body: Type.Object({ ...namedShopperFields, limit: Type.Optional(PositiveIntegerUpTo(1_000)) }),
  console: defineConsoleEndpoint(opsListShopperEvents, OpsShopperEventsReply),
  async run({ db }, { limit = LINES, ...named }) {
    const { id } = await requireNamedShopper(db, named);
    return { data: await findSecurityEvents(db, id, limit), lookedAt: `user:${id}` };
  },
});
