import { Type } from 'typebox';
import { opsListShopperSecurityEvents } from '#contract/ops/shopper-endpoints.ts';
import { PositiveIntegerUpTo } from '#contract/schemas/basics.ts';
import { OpsShopperSecurityEventsReply } from '#contract/schemas/ops/shopper.ts';
import { findSecurityEvents } from '../../../audit/security-events.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';
import { requireShopperByIdOrEmail } from '../../shoppers.ts';
import { shopperIdentifierFields } from './shopper-identifier-fields.ts';

const LINES = 100;

export const userSecurityEventsAction = defineAction({
  name: 'user events',
  summary: 'Sign-ins, failed tries and changes of an account, and what operators did to it.',
  roles: ['support', 'ops'],
  body: Type.Object({ ...shopperIdentifierFields, limit: Type.Optional(PositiveIntegerUpTo(1_000)) }),
  console: defineConsoleEndpoint(opsListShopperSecurityEvents, OpsShopperSecurityEventsReply),
  async run({ db }, { limit = LINES, ...named }) {
    const { id } = await requireShopperByIdOrEmail(db, named);
    return { data: await findSecurityEvents(db, id, limit), lookedAt: `user:${id}` };
  },
});
