import { describe, expect, it } from 'vitest';
import { type Config, ConfigError, readConfig } from './config.ts';

function problemsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

const LIVE = { FLW_SECRET_KEY: 'FLWSECK-0123456789-X', FLW_SECRET_HASH: 'a-long-webhook-hash' };
const OWN_TEST_KEYS = { FLW_SECRET_KEY: 'FLWSECK_TEST-mine', FLW_SECRET_HASH: 'mine' };
const PUBLIC = { HOST: '0.0.0.0', PUBLIC_URL: 'https://ajora.example' };

describe('an empty environment', () => {
  const config: Config = readConfig({});

  it('is a shop with its sandbox on loopback', () => {
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 4000,
      publicUrl: 'http://127.0.0.1:4000',
      brandName: 'Ajora',
      contact: {
        address: '1 Market Street, Ikeja, Lagos',
        email: 'info@ajora.example',
        phone: '+234 800 000 0000',
        hours: 'Monday-Friday 9am-6pm WAT',
        reply: 'We reply within 24 hours.',
      },
      groupWindowHours: 48,
      databasePool: 14,
      referralWelcomeNaira: 100,
      rateLimitFactor: 1,
      logLevel: 'info',
      trustedProxies: [],
      sandbox: { isOn: true, isLocal: true, speed: 1 },
    });
    expect(config.provider.baseUrl).toBe('http://127.0.0.1:4000');
    expect(config.databaseUrl).toBeUndefined();
  });
});

describe('the sandbox', () => {
  it.each([
    [{}, true],
    [{ HOST: '::1', PUBLIC_URL: 'http://[::1]:4000' }, true],
    [{ HOST: 'localhost', PUBLIC_URL: 'http://localhost:4000' }, true],
    [{ HOST: '127.0.0.1', PUBLIC_URL: 'https://ajora.example', ...LIVE }, false],
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://127.0.0.1:4000', ...LIVE }, false],
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://127.0.0.1.evil.example', ...LIVE }, false],
    [{ ...PUBLIC, ...LIVE }, false],
    [{ ...PUBLIC, SANDBOX: '1', ...OWN_TEST_KEYS }, true],
    [{ SANDBOX: '0', ...LIVE }, false],
  ])('with %o is there: %s', (environment, isOn) => {
    expect(readConfig(environment as Record<string, string>).sandbox.isOn).toBe(isOn);
  });

  it('has a group chat and a press link on its home page, a real shop only those that it names', () => {
    const linksOf = (environment: Record<string, string>) => {
      const { groupChatUrl, pressUrl } = readConfig(environment);
      return [groupChatUrl, pressUrl];
    };
    expect(linksOf({})).toEqual(['https://chat.example/ajora', 'https://news.example/ajora']);
    expect(linksOf({ ...PUBLIC, ...LIVE })).toEqual(['', '']);
  });

  it('is refused with a live key, by name or by place', () => {
    const byName =
      'SANDBOX=1 with a live FLW_SECRET_KEY: the sandbox gives goods for no money. Use a test key (FLWSECK_TEST-…) or remove SANDBOX.';
    expect(problemsOf({ SANDBOX: '1', ...LIVE })).toEqual([byName]);
    expect(problemsOf({ ...PUBLIC, SANDBOX: '1', ...LIVE })).toEqual([byName]);
    expect(problemsOf(LIVE)).toEqual([
      'FLW_SECRET_KEY is not a test key, but HOST and PUBLIC_URL are loopback, where the payment sandbox runs. Set PUBLIC_URL to the public address, or SANDBOX=0.',
    ]);
    const bare = { FLW_SECRET_KEY: 'FLWSECK_TEST-', FLW_SECRET_HASH: 'mine' };
    expect(problemsOf(bare).join()).toContain('FLW_SECRET_KEY is not a test key');
  });

  it('may be used with a test key', () => {
    expect(readConfig({ FLW_SECRET_KEY: 'FLWSECK_TEST-mine', FLW_SECRET_HASH: 'mine' }).provider).toEqual({
      baseUrl: 'http://127.0.0.1:4000',
      secretKey: 'FLWSECK_TEST-mine',
      secretHash: 'mine',
    });
  });

  it('is called over loopback by a shop that listens everywhere', () => {
    const everywhere = { ...PUBLIC, SANDBOX: '1', PORT: '81', ...OWN_TEST_KEYS };
    expect(readConfig(everywhere).provider.baseUrl).toBe('http://127.0.0.1:81');
  });

  it('has keys of its own where others can reach it: the built-in ones are published', () => {
    const refusal =
      "SANDBOX=1 on a shop that others can reach needs a FLW_SECRET_KEY (FLWSECK_TEST-…) and a FLW_SECRET_HASH of your own: anybody can read the sandbox's.";
    const { FLW_SECRET_KEY, FLW_SECRET_HASH } = OWN_TEST_KEYS;
    const places: Record<string, string>[] = [
      PUBLIC,
      { HOST: '0.0.0.0' },
      { PUBLIC_URL: 'https://ajora.example' },
    ];
    for (const place of places) {
      for (const keys of [{}, { FLW_SECRET_KEY }, { FLW_SECRET_HASH }] as Record<string, string>[])
        expect(problemsOf({ ...place, SANDBOX: '1', ...keys })).toEqual([refusal]);
      expect(readConfig({ ...place, SANDBOX: '1', ...OWN_TEST_KEYS }).sandbox.isLocal).toBe(false);
    }
    expect(readConfig({ SANDBOX: '1' }).sandbox.isLocal).toBe(true);
  });
});

describe('the demonstration', () => {
  it('comes with the sandbox unless DEMO=0 asks for an empty one, and never with a live shop', () => {
    expect(readConfig({}).hasDemo).toBe(true);
    expect(readConfig({ DEMO: '1' }).hasDemo).toBe(true);
    expect(readConfig({ DEMO: '0' })).toMatchObject({ hasDemo: false, sandbox: { isOn: true } });
    expect(readConfig({ ...PUBLIC, ...LIVE }).hasDemo).toBe(false);
    expect(problemsOf({ ...PUBLIC, ...LIVE, DEMO: '1' })).toEqual([
      'DEMO=1 needs the sandbox: a live shop has no demonstration.',
    ]);
    expect(problemsOf({ DEMO: 'no' })).toEqual(["DEMO must be one of 0, 1, not 'no'."]);
  });
});

describe('a public shop', () => {
  it('without key and hash is refused, both named at once', () => {
    expect(problemsOf(PUBLIC)).toEqual([
      'FLW_SECRET_KEY is missing: without the sandbox the shop needs the card provider.',
      'FLW_SECRET_HASH is missing: without it no webhook can be believed.',
    ]);
  });

  it("does not accept the sandbox's own secrets", () => {
    const known = { FLW_SECRET_KEY: 'FLWSECK_TEST-sandbox', FLW_SECRET_HASH: 'sandbox-webhook-hash' };
    expect(problemsOf({ ...PUBLIC, ...known })).toEqual([
      "FLW_SECRET_KEY and FLW_SECRET_HASH must be your own, not the sandbox's.",
    ]);
  });

  it('talks to Flutterwave, and to nothing unencrypted', () => {
    expect(readConfig({ ...PUBLIC, ...LIVE }).provider.baseUrl).toBe('https://api.flutterwave.com');
    expect(problemsOf({ ...PUBLIC, ...LIVE, FLW_BASE_URL: 'http://127.0.0.1:9' })).toEqual([
      'FLW_BASE_URL must be https when no sandbox runs.',
    ]);
  });
});

it('names everything that is wrong in one list', () => {
  const problems = problemsOf({
    PORT: '70000',
    PUBLIC_URL: 'ajora.example',
    DATABASE_URL: 'mysql://root:hunter2@db/x',
    MIGRATE_DATABASE_URL: 'mysql://root:hunter2@db/x',
    DATABASE_POOL: '3',
    GROUP_WINDOW_HOURS: '0',
    SANDBOX: 'yes',
    SANDBOX_SPEED: '-1',
    REFERRAL_WELCOME_NAIRA: '1.5',
    RATE_LIMIT_FACTOR: 'much',
    TRUST_PROXY: 'true',
    LOG_LEVEL: 'loud',
    GROUP_CHAT_URL: 'javascript:alert(1)',
    BRAND_NAME: 'x'.repeat(61),
  });
  const names = problems.map((problem) => problem.split(' ')[0]);
  expect(names.sort()).toEqual([
    'BRAND_NAME',
    'DATABASE_POOL',
    'DATABASE_URL',
    'GROUP_CHAT_URL',
    'GROUP_WINDOW_HOURS',
    'LOG_LEVEL',
    'MIGRATE_DATABASE_URL',
    'PORT',
    'PUBLIC_URL',
    'RATE_LIMIT_FACTOR',
    'REFERRAL_WELCOME_NAIRA',
    'SANDBOX',
    'SANDBOX_SPEED',
    'TRUST_PROXY',
  ]);
  expect(problems.join()).not.toContain('hunter2');
});

it.each([
  ['GROUP_WINDOW_HOURS', '0.05', (config: Config) => config.groupWindowHours, 0.05],
  ['DATABASE_POOL', '30', (config: Config) => config.databasePool, 30],
  ['PORT', '8080', (config: Config) => config.port, 8080],
  ['PUBLIC_URL', 'http://localhost:8080/', (config: Config) => config.publicUrl, 'http://localhost:8080'],
  ['TRUST_PROXY', '10.0.0.0/8, ::1', (config: Config) => config.trustedProxies.join(), '10.0.0.0/8,::1'],
  ['BRAND_NAME', ' Oja ', (config: Config) => config.brandName, 'Oja'],
  ['LOG_LEVEL', '', (config: Config) => config.logLevel, 'info'],
  ['STOP_DRAIN_SECONDS', '7', (config: Config) => config.stopDrainMs, 7_000],
  ['STOP_DRAIN_SECONDS', '', (config: Config) => config.stopDrainMs, 0],
  ['TRUST_PROXY', 'loopback', (config: Config) => config.stopDrainMs, 5_000],
])('reads %s=%s', (name, value, read, expected) => {
  expect(read(readConfig({ [name]: value }))).toBe(expected);
});

it.each([
  [
    { DATABASE_URL: 'mysql://db/x' },
    'DATABASE_URL must be a URL beginning with postgres:// or postgresql://.',
  ],
  [{ PORT: '70000' }, "PORT must be a whole number from 0 to 65535, not '70000'."],
  [{ GROUP_WINDOW_HOURS: '0' }, "GROUP_WINDOW_HOURS must be a number above 0 and at most 8760, not '0'."],
  [{ BRAND_NAME: 'x'.repeat(61) }, 'BRAND_NAME must have at most 60 characters.'],
  [{ CONTACT_EMAIL: 'info at ajora' }, 'CONTACT_EMAIL must be an e-mail address.'],
  [{ CONTACT_PHONE: 'ask Ngozi' }, 'CONTACT_PHONE must be a telephone number.'],
  [{ SANDBOX: 'yes' }, "SANDBOX must be one of 0, 1, not 'yes'."],
  [
    { TRUST_PROXY: '10.0.0.0/8, true, 10.0.0.0/33' },
    "TRUST_PROXY must name addresses or networks (10.0.0.0/8, loopback, uniquelocal), not 'true, 10.0.0.0/33'.",
  ],
  [
    { PUBLIC_URL: 'http://127.0.0.1:4000/shop' },
    'PUBLIC_URL must be an origin only (https://shop.example), without path, query or password.',
  ],
])('says of %j what would be right', (environment, problem) => {
  expect(problemsOf(environment as Record<string, string>)).toEqual([problem]);
});

it('refuses a public address with a path', () => {
  expect(problemsOf({ PUBLIC_URL: 'http://127.0.0.1:4000/shop' })).toHaveLength(1);
});

describe('a push service for tests', () => {
  const PUSH_TEST_SERVICE = 'http://127.0.0.1:9000';
  const refusal = 'PUSH_TEST_SERVICE is for tests: sandbox on, and HOST, PUBLIC_URL and itself on loopback.';

  it('is taken by a shop that only this machine reaches', () => {
    expect(readConfig({ PUSH_TEST_SERVICE }).pushTestService).toBe(PUSH_TEST_SERVICE);
    expect(readConfig({}).pushTestService).toBeUndefined();
  });

  it.each([
    { PUSH_TEST_SERVICE, ...PUBLIC, ...LIVE },
    { PUSH_TEST_SERVICE, ...PUBLIC, SANDBOX: '1' },
    { PUSH_TEST_SERVICE, SANDBOX: '0', ...LIVE },
    { PUSH_TEST_SERVICE: 'https://push.evil.example' },
    { PUSH_TEST_SERVICE: 'http://127.0.0.1.evil.example' },
  ])('is refused elsewhere: %o', (environment) => {
    expect(problemsOf(environment)).toContain(refusal);
  });
});

it('takes no money over http', () => {
  const PLAIN = { HOST: '0.0.0.0', PUBLIC_URL: 'http://ajora.example' };
  expect(problemsOf({ ...PLAIN, ...LIVE })).toEqual([
    'PUBLIC_URL must be https when no sandbox runs: over http anybody on the way can read a session.',
  ]);
  expect(problemsOf({ ...PLAIN, SANDBOX: '1', ...OWN_TEST_KEYS })).toEqual([]);
});
