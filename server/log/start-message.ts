import type { Config } from '../config/config.ts';

interface DemoShopper {
  email: string;
  password: string;
}

/** Builds the start message for the operator: address, location of the data, demo sign-in. */
export function formatStartMessage(
  config: Config,
  place: string,
  demoShoppers: readonly DemoShopper[] = [],
): string {
  const lines = [`${config.brandName} is open at ${config.publicUrl}`, `Data: ${place}`];
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
