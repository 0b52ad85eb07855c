import { opsListShopSettings } from '#contract/ops/settings-endpoints.ts';
import { OpsShopSettingsReply, type ShopSettingName } from '#contract/schemas/ops/settings.ts';
import { getShopSettingText, SHOP_SETTING_ENVIRONMENT_VARIABLES } from '../../../config/shop-settings.ts';
import { findLastSettingChanges } from '../../../features/catalogue/settings/settings-repository.ts';
import { findMarketingClaimsMode } from '../../../features/catalogue/settings/shop-config.ts';
import { defineAction, defineConsoleEndpoint, EmptyActionBody } from '../../action.ts';

export const shopSettingListAction = defineAction({
  name: 'setting list',
  summary: "The shop's settings, who changed each last, and which of them the environment sets.",
  roles: ['support', 'ops', 'finance'],
  body: EmptyActionBody,
  console: defineConsoleEndpoint(opsListShopSettings, OpsShopSettingsReply),
  async run({ db, config }) {
    const names = Object.keys(SHOP_SETTING_ENVIRONMENT_VARIABLES) as ShopSettingName[];
    const rows = [
      ...names.map((setting) => {
        const variable = SHOP_SETTING_ENVIRONMENT_VARIABLES[setting];
        const isFixed = variable in config.shopEnvironment;
        return {
          ...{ setting, value: getShopSettingText(config, setting) },
          variable: isFixed ? variable : null,
        };
      }),
      { setting: 'claims', value: await findMarketingClaimsMode(db, config), variable: null },
    ];
    const changes = await findLastSettingChanges(
      db,
      rows.map(({ setting }) => `settings:${setting}`),
    );
    return {
      data: rows.map((row) => {
        const last = changes.find(({ target }) => target === `settings:${row.setting}`);
        const changedBy = last?.actor.replace(/^operator:/, '') ?? null;
        return { ...row, changedBy, changedAt: last?.at ?? null };
      }),
    };
  },
});
