import { listBreaches } from '../../../audit/breach-register.ts';
import { action, NoFields } from '../../action.ts';

export const breachListAction = action({
  name: 'breach list',
  summary:
    'The register of personal data breaches: when the Commission must be notified and who was notified when.',
  roles: ['support', 'ops', 'finance'],
  body: NoFields,
  run: async ({ db }) => ({ data: await listBreaches(db) }),
});
