import type { AlarmChannelSettings, AlarmMailSettings } from '../alarms/alarm-channels.ts';
import { EnvironmentReader } from '../lib/environment-reader.ts';
import { chosenPaymentProvider, type ProviderSettings } from '../provider/chosen-provider.ts';
import {
  isLoopbackHostName,
  type PaymentSandboxConfig,
  readDemoSetting,
  readPaymentSandboxConfig,
} from './sandbox-rule.ts';
import { readShopSettings, readShopSettingsSetInEnvironment, type ShopSettings } from './shop-settings.ts';

/** The server's settings from the environment, and the shop settings that operators may change. */
export interface Config extends ShopSettings {
  host: string;
  port: number;
  /** Public URL of the shop, without a slash at its end. */
  publicUrl: string;
  /** Data folder as configured; `createAndCheckDataFolder` makes the path absolute. */
  dataDir: string;
  /** Connection string of the database; undefined: the server starts its own. */
  databaseUrl: string | undefined;
  /** Connection string of the database role that owns the tables and runs migrations; optional. */
  migrateDatabaseUrl: string | undefined;
  /** Number of connections for shoppers' requests. Jobs, listener, locks and sockets use additional ones. */
  databasePool: number;
  /** The variables of `ShopSettings` that the environment sets; operators cannot change these settings. */
  shopEnvironment: Readonly<Record<string, string>>;
  provider: ProviderSettings;
  providerVariables: readonly string[];
  /** Says whether payments are simulated, which also allows the commands `clock advance` and `demo seed`. */
  sandbox: PaymentSandboxConfig;
  /** True: demo data is created at the start; allowed only with simulated payments. */
  hasDemo: boolean;
  referralWelcomeNaira: number;
  rateLimitFactor: number;
  /** URL on this machine that is accepted as a push service, for tests only. */
  pushTestService: string | undefined;
  /** IP addresses of trusted proxies. Only their header with the client's IP address is believed. */
  trustedProxies: string[];
  /** Secret with which other machines may read `/metrics`; optional. */
  metricsToken: string | undefined;
  /** The channels by which alarms reach a person: webhook and mail. */
  alarms: AlarmChannelSettings;
  logLevel: LogLevel;
  /** Milliseconds for which a stopping instance still answers, so that a proxy has time to remove it. */
  stopDrainMs: number;
}

/**
 * Default number of connections. Four instances, each with 10 more for other work, stay below PostgreSQL's default of
 * 100.
 */
const SHOPPERS_CONNECTIONS = 14;
/** With fewer connections, none would be left for plain reads while three wait for locked rows. */
const SHOPPERS_CONNECTIONS_LEAST = 4;
/** Shortest allowed metrics token, because a guessed one would reveal the shop's turnover to a competitor. */
const METRICS_TOKEN_LENGTH = 20;
const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`The configuration is not right:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/** Reads the settings from the environment. @throws {ConfigError} that lists every problem at once. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const env = new EnvironmentReader(environment);
  const host = env.text('HOST', '127.0.0.1');
  const port = env.integer('PORT', 4000, 0, 65_535);
  const publicUrl = env.origin('PUBLIC_URL', `http://${hostInUrl(host)}:${port}`);
  const sandbox = readPaymentSandboxConfig(env, { host, publicUrl });
  if (!sandbox.isOn && publicUrl.startsWith('http:') && !isLoopbackHostName(hostnameOf(publicUrl))) {
    env.refuse(
      'PUBLIC_URL must be https when no sandbox runs: over http anybody on the way can read a session.',
    );
  }
  const trustedProxies = env.proxies('TRUST_PROXY');
  const config: Config = {
    host,
    port,
    publicUrl,
    dataDir: env.text('DATA_DIR', '.data'),
    databaseUrl: env.url('DATABASE_URL', ['postgres:', 'postgresql:']),
    migrateDatabaseUrl: env.url('MIGRATE_DATABASE_URL', ['postgres:', 'postgresql:']),
    databasePool: env.integer('DATABASE_POOL', SHOPPERS_CONNECTIONS, SHOPPERS_CONNECTIONS_LEAST, 200),
    ...readShopSettings(env, sandbox.isOn),
    shopEnvironment: readShopSettingsSetInEnvironment(env),
    provider: chosenPaymentProvider.readSettings(env, {
      hasSandbox: sandbox.isOn,
      isLocal: sandbox.isLocal,
      // The shop calls its own payment sandbox over loopback, even when it listens on every address.
      ownAddress: `http://${host === '::1' ? '[::1]' : '127.0.0.1'}:${port}`,
    }),
    providerVariables: chosenPaymentProvider.variables,
    sandbox,
    hasDemo: readDemoSetting(env, sandbox.isOn),
    referralWelcomeNaira: env.integer('REFERRAL_WELCOME_NAIRA', 100, 0, 1_000_000),
    rateLimitFactor: env.decimal('RATE_LIMIT_FACTOR', 1, { above: 0, atMost: 1_000_000 }),
    pushTestService: readPushTestService(env, sandbox.isOn, [host, publicUrl]),
    trustedProxies,
    metricsToken: env.secret('METRICS_TOKEN', METRICS_TOKEN_LENGTH),
    alarms: { webhookUrl: env.url('ALARM_WEBHOOK_URL', ['https:', 'http:']), mail: readMail(env) },
    logLevel: env.choice('LOG_LEVEL', LOG_LEVELS, 'info'),
    stopDrainMs: 1_000 * env.integer('STOP_DRAIN_SECONDS', trustedProxies.length > 0 ? 5 : 0, 0, 60),
  };
  if (config.migrateDatabaseUrl && !config.databaseUrl) {
    env.refuse('MIGRATE_DATABASE_URL needs a DATABASE_URL beside it, of the role that serves.');
  }
  if (env.problems.length > 0) throw new ConfigError(env.problems);
  return config;
}

/** Parses mail settings such as `smtps://name:password@server?from=shop@a.example&to=me@a.example,you@a.example`. */
function readMail(env: EnvironmentReader): AlarmMailSettings | undefined {
  const text = env.url('ALARM_MAIL_URL', ['smtp:', 'smtps:']);
  if (text === undefined) return undefined;
  const server = new URL(text);
  const [from, to] = ['from', 'to'].map((name) => server.searchParams.get(name) ?? '');
  if (from?.includes('@') && to?.includes('@')) return { server, from, to };
  env.refuse('ALARM_MAIL_URL must say who writes and to whom: smtps://server?from=A@B&to=C@D.');
  return undefined;
}

/**
 * Reads the URL of the push service that tests use. On a public shop the server's requests could reach internal
 * services.
 */
function readPushTestService(
  env: EnvironmentReader,
  isSandbox: boolean,
  [host, publicUrl]: [string, string],
): string | undefined {
  if (!env.has('PUSH_TEST_SERVICE')) return undefined;
  const origin = env.origin('PUSH_TEST_SERVICE', '');
  const isLocal = [host, hostnameOf(publicUrl), hostnameOf(origin)].every(isLoopbackHostName);
  if (!isSandbox || !isLocal) {
    env.refuse('PUSH_TEST_SERVICE is for tests: sandbox on, and HOST, PUBLIC_URL and itself on loopback.');
  }
  return origin;
}

function hostnameOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}

/**
 * Returns the host as it is written in a URL. `0.0.0.0` and `::` mean "listen everywhere", so loopback replaces them.
 */
function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
