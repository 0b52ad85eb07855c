import { writeAuditEntry } from '../../../audit/audit-log.ts';
import { loadPaymentSandboxModule } from '../../../load-sandbox.ts';
import { ActionRefusedError, defineAction, EmptyActionBody } from '../../action.ts';

export const demoSeedAction = defineAction({
  name: 'demo seed',
  summary:
    'Fill an empty sandbox: catalogue, centres, two shoppers, a half-full group. The shop must be running.',
  roles: ['ops'],
  key: 'repeatable',
  body: EmptyActionBody,
  async run(context) {
    if (!context.config.sandbox.isOn)
      throw new ActionRefusedError('The demonstration exists only in the sandbox.');
    await writeAuditEntry(context.db, { actor: context.actor, action: 'demo.seed', target: 'shop' });
    const { seedDemoGroup, seedDemoShop } = await loadPaymentSandboxModule();
    const shop = await seedDemoShop(context);
    return { data: { ...shop, joins: await seedDemoGroup(context) } };
  },
});
