import type { EnvironmentReader } from '../lib/environment-reader.ts';

/** Returns true for names of this machine: `127.x.x.x`, `::1` (also IPv4-mapped) and `localhost`. */
export function isLoopbackHostName(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  if (bare === 'localhost' || bare === '::1') return true;
  return /^(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(bare);
}

export interface PaymentSandboxConfig {
  isOn: boolean;
  /**
   * True: only this machine can reach the shop. False: the sandbox needs API keys of its own, and has no routes with
   * which tests control it.
   */
  isLocal: boolean;
  /** Factor by which the sandbox's waiting times are shortened. */
  speed: number;
}

/**
 * Enables the sandbox only on loopback or with `SANDBOX=1`, so that a public shop never accepts simulated payments by
 * accident.
 */
export function readPaymentSandboxConfig(
  env: EnvironmentReader,
  place: { host: string; publicUrl: string },
): PaymentSandboxConfig {
  const wish = env.choice('SANDBOX', ['', '0', '1'] as const, '');
  const isLocal = isLoopbackHostName(place.host) && isLoopbackHostName(hostOf(place.publicUrl));
  return {
    isOn: wish === '1' || (wish === '' && isLocal),
    isLocal,
    speed: env.decimal('SANDBOX_SPEED', 1, { above: 0, atMost: 1_000_000 }),
  };
}

/**
 * Enables the demo in the sandbox unless `DEMO=0` is set. A live shop must not contain made-up products and shoppers.
 */
export function readDemoSetting(env: EnvironmentReader, isSandbox: boolean): boolean {
  const wish = env.choice('DEMO', ['', '0', '1'] as const, '');
  if (wish === '1' && !isSandbox) env.refuse('DEMO=1 needs the sandbox: a live shop has no demonstration.');
  return isSandbox && wish !== '0';
}

function hostOf(url: string): string {
  try {
    return new URL(url).hostname;
  } catch {
    return '';
  }
}
