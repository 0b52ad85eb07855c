import type { Config } from '../config/config.ts';

interface DemoShopper {
  email: string;
  password: string;
}

export interface StartMessageContent {
  /** Location of the database, as text for the operator. */
  place: string;
  demoShoppers?: readonly DemoShopper[] | undefined;
  /** Link by which the shop's first owner registers; undefined: the shop has an owner. */
  firstOwnerLink?: string | undefined;
}

/** Builds the start message for the operator: URLs, location of the data, the first owner's link, demo sign-in. */
export function formatStartMessage(
  config: Config,
  { place, demoShoppers = [], firstOwnerLink }: StartMessageContent,
): string {
  const lines = [
    `${config.brandName} is open at ${config.publicUrl}`,
    `Console: ${config.publicUrl}/ops`,
    `Data: ${place}`,
  ];
  if (firstOwnerLink) {
    lines.push('The shop has no owner yet. This link makes the first one, once, within 24 hours:');
    lines.push(`  ${firstOwnerLink}`);
  }
  if (config.publicUrl.startsWith('https:') && config.trustedProxies.length === 0) {
    lines.push('TRUST_PROXY is not set: behind a proxy all shoppers would count as one address.');
  }
  if (config.sandbox.isOn) lines.push('Payment sandbox: no real money moves.');
  if (config.hasDemo) {
    lines.push('Demo shoppers:');
    for (const { email, password } of demoShoppers) lines.push(`  ${email}  password: ${password}`);
  }
  return `\n${lines.map((line) => `  ${line}`).join('\n')}\n\n`;
}
