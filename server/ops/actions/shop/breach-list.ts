import { listDataBreaches } from '../../../audit/breach-register.ts';
import { defineAction, EmptyActionBody } from '../../action.ts';

export const dataBreachListAction = defineAction({
  name: 'breach list',
  summary:
    'The register of personal data breaches: when the Commission must be notified and who was notified when.',
  roles: ['support', 'ops', 'finance'],
  body: EmptyActionBody,
  run: async ({ db }) => ({ data: await listDataBreaches(db) }),
});
