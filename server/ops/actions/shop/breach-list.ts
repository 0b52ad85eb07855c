import { listBreaches } from '../../../audit/breach-register.ts';
import { action, NoFields } from '../../action.ts';

export const breachList = action({
  name: 'breach list',
  summary:
    'The register of breaches of personal data, with until when the Commission is told and who was told when.',
  roles: ['support', 'ops', 'finance'],
  body: NoFields,
  run: async ({ db }) => ({ data: await listBreaches(db) }),
});
