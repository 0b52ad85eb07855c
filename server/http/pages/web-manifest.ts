import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { screenPathPatterns } from '#contract/addresses.ts';
import { SLOGAN, TAGLINE } from '#contract/slogan.ts';
import type { Config } from '../../config/config.ts';

const THEME = '#fbf8f2';
const GROUND = '#fbf8f2';

/** Serves a generated web app manifest, so that a new brand name needs no build. @source offline.md section 10 */
function webManifest(config: Config, screenshots: ManifestImage[]): Record<string, unknown> {
  return {
    id: '/',
    start_url: '/?source=pwa',
    scope: '/',
    display: 'standalone',
    name: config.brandName,
    short_name: config.brandName,
    description: `${SLOGAN}. ${TAGLINE}.`,
    lang: 'en-NG',
    dir: 'ltr',
    theme_color: THEME,
    background_color: GROUND,
    categories: ['shopping'],
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    ...(screenshots.length > 0 ? { screenshots } : {}),
    shortcuts: [
      { name: 'Cart', url: `${screenPathPatterns.cart}?source=shortcut` },
      { name: 'Wallet', url: `${screenPathPatterns.wallet}?source=shortcut` },
      { name: 'Referral', url: `${screenPathPatterns.referral}?source=shortcut` },
    ],
  };
}

interface ManifestImage {
  src: string;
  sizes: string;
  type: string;
  form_factor: 'narrow' | 'wide';
  label: string;
}

const SCREENSHOTS: ManifestImage[] = [
  {
    src: '/screenshots/home.png',
    sizes: '720x1280',
    type: 'image/png',
    form_factor: 'narrow',
    label: 'Home',
  },
  {
    src: '/screenshots/product.png',
    sizes: '720x1280',
    type: 'image/png',
    form_factor: 'narrow',
    label: 'Product',
  },
  {
    src: '/screenshots/account.png',
    sizes: '720x1280',
    type: 'image/png',
    form_factor: 'narrow',
    label: 'Account',
  },
  { src: '/screenshots/wide.png', sizes: '1280x800', type: 'image/png', form_factor: 'wide', label: 'Home' },
];

export function registerWebManifestRoute(app: FastifyInstance, config: Config, clientFolder: string): void {
  // Screenshots without a file are left out, because some browsers install no app whose manifest names a missing image.
  const screenshots = SCREENSHOTS.filter((image) => existsSync(join(clientFolder, image.src)));
  const text = JSON.stringify(webManifest(config, screenshots));
  app.get('/manifest.webmanifest', { schema: { hide: true } }, async (_, reply) =>
    reply.type('application/manifest+json').header('cache-control', 'no-cache').send(text),
  );
}
