import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { createPaymentProvider } from '../provider/create-provider.ts';
import { computeInlineCspHashes, type InlineCspHashes } from './pages/inline-hashes.ts';
import { buildContentSecurityPolicy } from './security-headers.ts';

const none = { scripts: [], styles: [] };
const policyOf = (environment: Record<string, string>, hashes: InlineCspHashes = none): string => {
  const config = readConfig(environment);
  return buildContentSecurityPolicy(config, createPaymentProvider(config).cardPages, hashes);
};
const live = {
  PUBLIC_URL: 'https://ajora.example',
  FLW_SECRET_KEY: 'FLWSECK-0123-X',
  FLW_SECRET_HASH: 'hash',
};

describe('the content security policy', () => {
  it('allows the shop, its socket and its sandbox', () => {
    expect(policyOf({}).split('; ')).toEqual([
      `default-src 'self'`,
      `script-src 'self'`,
      `style-src 'self'`,
      `img-src 'self' data:`,
      `connect-src 'self' ws://127.0.0.1:4000`,
      `object-src 'none'`,
      `base-uri 'none'`,
      `frame-ancestors 'none'`,
      `form-action 'self' http://127.0.0.1:4000`,
    ]);
  });

  it('names the encrypted socket and the real card page of a live shop', () => {
    const policy = policyOf(live);
    expect(policy).toContain(`connect-src 'self' wss://ajora.example;`);
    expect(policy).toContain(`form-action 'self' https://checkout.flutterwave.com`);
    expect(policy).not.toContain('127.0.0.1');
  });

  it('allows inline only what the build wrote, by its hash', () => {
    const script = `document.documentElement.dataset.session='in'`;
    const hashes = computeInlineCspHashes(
      `<script>${script}</script><script type="module" src="/a.js"></script>` +
        `<script type="application/json">{"a":1}</script><style>a{b:c}</style>`,
    );
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(hashes).toEqual({ scripts: [hash(script)], styles: [hash('a{b:c}')] });
    const policy = policyOf({}, hashes);
    expect(policy).toContain(`script-src 'self' ${hash(script)};`);
    expect(policy).toContain(`style-src 'self' ${hash('a{b:c}')};`);
    expect(policy).not.toContain('unsafe');
  });
});
