import { isIP } from 'node:net';

/** Reads the environment's variables one at a time and collects all problems, so that a start reports them together. */
export class EnvironmentReader {
  readonly problems: string[] = [];
  readonly #environment: Record<string, string | undefined>;

  constructor(environment: Record<string, string | undefined>) {
    this.#environment = environment;
  }

  /** Treats an empty variable as absent, because many tools can only empty a variable. */
  has(name: string): boolean {
    return this.#read(name) !== undefined;
  }

  refuse(problem: string): void {
    this.problems.push(problem);
  }

  text(name: string, fallback: string, maxLength = 2_000): string {
    const value = this.#read(name) ?? fallback;
    if (value.length > maxLength) this.refuse(`${name} must have at most ${maxLength} characters.`);
    return value;
  }

  /** Reads a secret, whose value must never appear in a reported problem. */
  secret(name: string, leastLength: number): string | undefined {
    const value = this.#read(name);
    if (value !== undefined && value.length < leastLength) {
      this.refuse(`${name} must have at least ${leastLength} characters.`);
    }
    return value;
  }

  integer(name: string, fallback: number, least: number, most: number): number {
    const text = this.#read(name);
    if (text === undefined) return fallback;
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    this.refuse(`${name} must be a whole number from ${least} to ${most}, not '${text}'.`);
    return fallback;
  }

  decimal(name: string, fallback: number, range: { above: number; atMost: number }): number {
    const text = this.#read(name);
    if (text === undefined) return fallback;
    const value = Number(text);
    if (/^\d*\.?\d+$/.test(text) && value > range.above && value <= range.atMost) return value;
    this.refuse(`${name} must be a number above ${range.above} and at most ${range.atMost}, not '${text}'.`);
    return fallback;
  }

  choice<const Choice extends string>(name: string, choices: readonly Choice[], fallback: Choice): Choice {
    const text = this.#read(name);
    if (text === undefined) return fallback;
    const found = choices.find((choice) => choice === text);
    if (found !== undefined) return found;
    this.refuse(
      `${name} must be one of ${choices.filter((choice) => choice !== '').join(', ')}, not '${text}'.`,
    );
    return fallback;
  }

  /** Reads a URL. Reported problems must not repeat the URL, because it may contain a password. */
  url(name: string, protocols: string[]): string | undefined {
    const text = this.#read(name);
    if (text === undefined) return undefined;
    if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text;
    this.refuse(`${name} must be a URL beginning with ${protocols.map((item) => `${item}//`).join(' or ')}.`);
    return undefined;
  }

  /** @returns scheme, host and port of a URL, without a trailing slash. */
  origin(name: string, fallback: string): string {
    const text = this.url(name, ['http:', 'https:']) ?? fallback;
    if (!URL.canParse(text)) return fallback;
    const url = new URL(text);
    if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '') {
      this.refuse(`${name} must be an origin only (https://shop.example), without path, query or password.`);
    }
    return url.origin;
  }

  proxies(name: string): string[] {
    const text = this.#read(name);
    if (text === undefined) return [];
    const entries = text.split(',').map((entry) => entry.trim());
    const wrong = entries.filter((entry) => !isNetwork(entry));
    if (wrong.length > 0) {
      this.refuse(
        `${name} must name addresses or networks (10.0.0.0/8, loopback, uniquelocal), not '${wrong.join(', ')}'.`,
      );
    }
    return entries;
  }

  #read(name: string): string | undefined {
    const text = this.#environment[name]?.trim();
    return text === '' ? undefined : text;
  }
}

function isNetwork(entry: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true;
  const [address = '', bits, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
