import { Type } from 'typebox';
import { opsListSettings, opsSetMarketingClaims, opsSetSetting } from '#contract/ops/settings-endpoints.ts';
import { OpsActionReply } from '#contract/schemas/ops/console.ts';
import * as schemas from '#contract/schemas/ops/settings.ts';
import { writeAuditEntry } from '../../../audit/audit-log.ts';
import {
  getShopSettingError,
  getShopSettingText,
  SHOP_SETTING_VARIABLES,
} from '../../../config/shop-settings.ts';
import {
  findStoredMarketingClaimsMode,
  setMarketingClaimsMode,
} from '../../../features/catalogue/settings/claims-repository.ts';
import {
  findLastSettingChanges,
  storeSetting,
} from '../../../features/catalogue/settings/settings-repository.ts';
import { findMarketingClaimsMode } from '../../../features/catalogue/settings/shop-config.ts';
import { applyStoredSettings } from '../../../features/catalogue/settings/stored-settings.ts';
import {
  ActionRefusedError,
  defineAction,
  defineConsoleEndpoint,
  EmptyActionBody,
  writeActionAuditRow,
} from '../../action.ts';

const settingListAction = defineAction({
  name: 'setting list',
  summary: "The shop's settings, who changed each last, and which of them the environment sets.",
  roles: ['support', 'ops', 'finance'],
  body: EmptyActionBody,
  console: defineConsoleEndpoint(opsListSettings, schemas.OpsSettingsReply),
  async run({ db, config }) {
    const names = Object.keys(SHOP_SETTING_VARIABLES) as schemas.ShopSettingName[];
    const rows = [
      ...names.map((setting) => {
        const variable = SHOP_SETTING_VARIABLES[setting];
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

const settingSetAction = defineAction({
  name: 'setting set',
  summary: 'Change a setting of the shop; without VALUE it returns to its default.',
  roles: ['ops'],
  key: 'given',
  body: Type.Object({ ...schemas.OpsSettingParams.properties, ...schemas.OpsSetSettingBody.properties }),
  positionals: ['setting', 'value'],
  console: defineConsoleEndpoint(opsSetSetting, OpsActionReply),
  async run(context, { setting, value }) {
    const { db, config } = context;
    const variable = SHOP_SETTING_VARIABLES[setting];
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

const marketingClaimsSetAction = defineAction({
  name: 'claims',
  summary: "Show the marketing claims of the specification, or the shop's own figures where it has any.",
  roles: ['ops'],
  key: 'given',
  body: schemas.OpsSetMarketingClaimsBody,
  positionals: ['mode'],
  console: defineConsoleEndpoint(opsSetMarketingClaims, OpsActionReply),
  async run({ db, actor, key }, { mode }) {
    await db.transaction(async (tx) => {
      const before = { mode: await findStoredMarketingClaimsMode(tx) };
      await setMarketingClaimsMode(tx, mode);
      const line = { actor, action: 'claims.set', target: 'settings:claims', key };
      await writeAuditEntry(tx, { ...line, before, after: { mode } });
    });
    return { data: { mode } };
  },
});

export const settingActions = [settingListAction, settingSetAction, marketingClaimsSetAction];
