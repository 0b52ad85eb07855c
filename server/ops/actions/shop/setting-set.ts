import { Type } from 'typebox';
import { opsSetShopSetting } from '#contract/ops/settings-endpoints.ts';
import { OpsActionReply } from '#contract/schemas/ops/console.ts';
import { OpsSetShopSettingBody, OpsShopSettingParams } from '#contract/schemas/ops/settings.ts';
import {
  getShopSettingError,
  getShopSettingText,
  SHOP_SETTING_ENVIRONMENT_VARIABLES,
} from '../../../config/shop-settings.ts';
import { storeSetting } from '../../../features/catalogue/settings/settings-repository.ts';
import { applyStoredSettings } from '../../../features/catalogue/settings/stored-settings.ts';
import {
  ActionRefusedError,
  defineAction,
  defineConsoleEndpoint,
  writeActionAuditRow,
} from '../../action.ts';

export const shopSettingSetAction = defineAction({
  name: 'setting set',
  summary: 'Change a setting of the shop; without VALUE it returns to its default.',
  roles: ['ops'],
  key: 'given',
  body: Type.Object({ ...OpsShopSettingParams.properties, ...OpsSetShopSettingBody.properties }),
  positionals: ['setting', 'value'],
  console: defineConsoleEndpoint(opsSetShopSetting, OpsActionReply),
  async run(context, { setting, value }) {
    const { db, config } = context;
    const variable = SHOP_SETTING_ENVIRONMENT_VARIABLES[setting];
    if (variable in config.shopEnvironment)
      throw new ActionRefusedError(
        `The environment of the shop sets this as ${variable}. Change it there and restart the shop.`,
      );
    const problem = value === undefined ? undefined : getShopSettingError(setting, value);
    if (problem) throw new ActionRefusedError(problem);
    await db.transaction(async (tx) => {
      const before = { value: await storeSetting(tx, setting, value ?? null) };
      const after = { value: value ?? null };
      await writeActionAuditRow(tx, context, { target: `settings:${setting}`, before, after });
    });
    await applyStoredSettings(db, config);
    return { data: { setting, value: getShopSettingText(config, setting) } };
  },
});
