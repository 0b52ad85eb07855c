import type { ShopSettingName } from '#contract/schemas/ops/settings.ts';
import type { Config } from '../../../config/config.ts';
import { readShopSettings, SHOP_SETTING_ENVIRONMENT_VARIABLES } from '../../../config/shop-settings.ts';
import type { Queryable } from '../../../db/database.ts';
import { EnvironmentReader } from '../../../lib/environment-reader.ts';
import { findStoredSettings } from './settings-repository.ts';

const REFRESH_MS = 5_000;

/** Copies the stored settings into the configuration object. A setting in the environment takes precedence. */
export async function applyStoredSettings(db: Queryable, config: Config): Promise<void> {
  const stored = Object.entries(await findStoredSettings(db)).map(([name, value]) => [
    SHOP_SETTING_ENVIRONMENT_VARIABLES[name as ShopSettingName],
    value,
  ]);
  const env = new EnvironmentReader({ ...Object.fromEntries(stored), ...config.shopEnvironment });
  Object.assign(config, readShopSettings(env, config.sandbox.isOn));
}

/**
 * Applies the stored settings now and every few seconds, because another process may change them.
 * @returns a function that ends the repetition.
 */
export async function watchStoredSettings(db: Queryable, config: Config): Promise<() => void> {
  await applyStoredSettings(db, config);
  // An unreachable database leaves the settings as they are; the next run of the timer reads them again.
  const timer = setInterval(() => void applyStoredSettings(db, config).catch(() => undefined), REFRESH_MS);
  timer.unref();
  return () => clearInterval(timer);
}
