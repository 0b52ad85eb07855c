import { writeAudit } from '../../../audit/audit-log.ts';
import { loadSandbox } from '../../../load-sandbox.ts';
import { action, NoFields, Refusal } from '../../action.ts';

export const demoSeedAction = action({
  name: 'demo seed',
  summary:
    'Fill an empty sandbox: catalogue, centres, two shoppers, a half-full group. The shop must be running.',
  roles: ['ops'],
  key: 'repeatable',
  body: NoFields,
  async run(context) {
    if (!context.config.sandbox.isOn) throw new Refusal('The demonstration exists only in the sandbox.');
    await writeAudit(context.db, { actor: context.actor, action: 'demo.seed', target: 'shop' });
    const { seedDemoGroup, seedDemoShop } = await loadSandbox();
    const shop = await seedDemoShop(context);
    return { data: { ...shop, joins: await seedDemoGroup(context) } };
  },
});
