import type { ShopConfig } from '#contract/schemas/config.ts';
import { SLOGAN, TAGLINE } from '#contract/slogan.ts';
import type { Config } from '../../../config/config.ts';
import type { Database, Queryable } from '../../../db/database.ts';
import type { ServerSecrets } from '../../../db/server-secrets.ts';
import { computeAverageSavingAndCustomerCount, findStoredMarketingClaimsMode } from './claims-repository.ts';

/**
 * The marketing claims of docs/specification.md. A real shop shows them only after its operator has confirmed that they
 * are true.
 */
const DEFAULT_CLAIMS: ShopConfig['claims'] = {
  averageSavings: '40% average savings',
  happyCustomers: 'more than 1,000 happy customers',
  support: '24/7 support',
};

const KEPT_MS = 5_000;

export interface ShopConfigDeps {
  db: Database;
  config: Config;
  secrets: ServerSecrets;
}

/**
 * Creates a function that reads the settings which the app displays. The marketing claims among them are cached for 5
 * s.
 */
export function createShopConfigReader({ db, config, secrets }: ShopConfigDeps): () => Promise<ShopConfig> {
  let cached: { claims: Promise<ShopConfig['claims']>; untilMs: number } | undefined;
  const readClaims = (): Promise<ShopConfig['claims']> => {
    if (!cached || cached.untilMs < Date.now()) {
      const claims = findClaims(db, config);
      cached = { claims, untilMs: Date.now() + KEPT_MS };
      claims.catch(() => {
        cached = undefined;
      });
    }
    return cached.claims;
  };
  return async () => ({
    brandName: config.brandName,
    slogan: SLOGAN,
    tagline: TAGLINE,
    publicUrl: config.publicUrl,
    contact: config.contact,
    groupChatUrl: config.groupChatUrl,
    pressUrl: config.pressUrl,
    claims: await readClaims(),
    groupWindowHours: config.groupWindowHours,
    sandbox: config.sandbox.isOn,
    pushKey: secrets.vapid.publicKey,
  });
}

/**
 * Computes the marketing claims that the app displays. A claim is empty, and thereby hidden, when the shop has no
 * figure for it.
 */
async function findClaims(db: Queryable, config: Config): Promise<ShopConfig['claims']> {
  if ((await findMarketingClaimsMode(db, config)) === 'default') return DEFAULT_CLAIMS;
  const { saving, customers } = await computeAverageSavingAndCustomerCount(db);
  return {
    averageSavings: saving > 0 ? `${saving}% average savings` : '',
    happyCustomers:
      customers > 0
        ? `${customers.toLocaleString('en-NG')} happy ${customers === 1 ? 'customer' : 'customers'}`
        : '',
    support: '',
  };
}

/**
 * @returns `default` to show the marketing claims of docs/specification.md, `computed` to show the shop's own figures.
 */
export async function findMarketingClaimsMode(db: Queryable, { hasDemo }: Config): Promise<string> {
  return (await findStoredMarketingClaimsMode(db)) ?? (hasDemo ? 'default' : 'computed');
}
