import { DEFAULT_GROUP_DURATION_HOURS, GROUP_DURATION_HOURS_MAX } from '#contract/limits.ts';
import { parseHours } from '#contract/rules/text/number-input.ts';
import type { ShopSettingName } from '#contract/schemas/ops/settings.ts';
import { EnvironmentReader } from '../lib/environment-reader.ts';

/** Settings that an operator may change unless the environment sets them. */
export interface ShopSettings {
  brandName: string;
  contact: { address: string; email: string; phone: string; hours: string; reply: string };
  /** Invitation link to the shop's chat group; empty: no button is shown. */
  groupChatUrl: string;
  /** Link to a press article about the shop; empty: no link is shown. */
  pressUrl: string;
  groupWindowHours: number;
}

export const SHOP_SETTING_ENVIRONMENT_VARIABLES: Readonly<Record<ShopSettingName, string>> = {
  brandName: 'BRAND_NAME',
  address: 'CONTACT_ADDRESS',
  email: 'CONTACT_EMAIL',
  phone: 'CONTACT_PHONE',
  hours: 'CONTACT_HOURS',
  reply: 'CONTACT_REPLY',
  groupChatUrl: 'GROUP_CHAT_URL',
  pressUrl: 'PRESS_URL',
  groupWindowHours: 'GROUP_WINDOW_HOURS',
};

export function readShopSettings(env: EnvironmentReader, isSandbox: boolean): ShopSettings {
  // In the sandbox, missing links get an example, so that the demo shows every part of the home page.
  const demoLink = (link: string) => (isSandbox ? link : '');
  const email = env.text('CONTACT_EMAIL', 'info@ajora.example', 200);
  const phone = env.text('CONTACT_PHONE', '+234 800 000 0000', 60);
  // Both become links, and push services get the e-mail address.
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) env.refuse('CONTACT_EMAIL must be an e-mail address.');
  if (!/\d{3}/.test(phone)) env.refuse('CONTACT_PHONE must be a telephone number.');
  return {
    brandName: env.text('BRAND_NAME', 'Ajora', 60),
    contact: {
      address: env.text('CONTACT_ADDRESS', '1 Market Street, Ikeja, Lagos', 200),
      email,
      phone,
      hours: env.text('CONTACT_HOURS', 'Monday-Friday 9am-6pm WAT', 200),
      reply: env.text('CONTACT_REPLY', 'We reply within 24 hours.', 200),
    },
    groupChatUrl: env.url('GROUP_CHAT_URL', ['https:', 'http:']) ?? demoLink('https://chat.example/ajora'),
    pressUrl: env.url('PRESS_URL', ['https:', 'http:']) ?? demoLink('https://news.example/ajora'),
    groupWindowHours: env.decimal('GROUP_WINDOW_HOURS', DEFAULT_GROUP_DURATION_HOURS, {
      above: 0,
      atMost: GROUP_DURATION_HOURS_MAX,
    }),
  };
}

/** Returns the shop settings that are set in the environment, as variables with their values. */
export function readShopSettingsSetInEnvironment(env: EnvironmentReader): Record<string, string> {
  const set = Object.values(SHOP_SETTING_ENVIRONMENT_VARIABLES).filter((variable) => env.has(variable));
  return Object.fromEntries(set.map((variable) => [variable, env.text(variable, '')]));
}

/**
 * Checks a value that an operator typed.
 * @returns an error message, or undefined for a valid value.
 */
export function getShopSettingError(name: ShopSettingName, value: string): string | undefined {
  const variable = SHOP_SETTING_ENVIRONMENT_VARIABLES[name];
  const env = new EnvironmentReader({ [variable]: value });
  readShopSettings(env, false);
  const problem = env.problems[0]?.replace(variable, 'It');
  return problem ?? (name === 'groupWindowHours' ? getTypedHoursError(value) : undefined);
}

/** Adds a check of typed hours, because "1.000 hours" could mean 1 or 1,000. */
function getTypedHoursError(value: string): string | undefined {
  return Number.isNaN(parseHours(value)) ? `It must be hours such as 48 or 1.5, not '${value}'.` : undefined;
}

export function getShopSettingText(settings: ShopSettings, name: ShopSettingName): string {
  if (name in settings.contact) return settings.contact[name as keyof ShopSettings['contact']];
  return String(settings[name as Exclude<ShopSettingName, keyof ShopSettings['contact']>]);
}
