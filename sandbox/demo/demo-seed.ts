import { nairaToKobo } from '#contract/rules/money/kobo.ts';
import type { AppDeps } from '../../server/app.ts';
import { withAdvisoryLock } from '../../server/db/advisory-lock.ts';
import { lockExistingShopperRow } from '../../server/db/lock-shopper.ts';
import { createPasswordHasher } from '../../server/features/auth/password-hashing.ts';
import { signUp } from '../../server/features/auth/sign-up/sign-up-service.ts';
import { findUserByEmail } from '../../server/features/auth/user-repository.ts';
import { postToLedger } from '../../server/ledger/ledger.ts';
import { seedDemoCatalogue } from './demo-catalogue.ts';
import { joinDemoGroup } from './demo-group.ts';
import { type DemoShopper, demoShoppers } from './demo-shoppers.ts';

/** Only the holder of this lock creates the demo data, because several instances may start together. */
const SEED_LOCK = 'demo seed';

/** Numbers of created rows; zero when the rows existed already. */
export interface DemoSeedCounts {
  products: number;
  shoppers: number;
  joins: number;
}

/** Inserts the demo catalogue, pickup centres and shoppers into an empty sandbox; repeating it changes nothing. */
export async function seedDemoShop(deps: AppDeps): Promise<Pick<DemoSeedCounts, 'products' | 'shoppers'>> {
  return withAdvisoryLock(deps.db, SEED_LOCK, async () => {
    const products = await seedDemoCatalogue(deps);
    let shoppers = 0;
    for (const shopper of demoShoppers) shoppers += (await seedShopper(deps, shopper)) ? 1 : 0;
    return { products, shoppers };
  });
}

/** Makes the demo shoppers join one group by card. The shop (or its sandbox) must be running. */
export async function seedDemoGroup(deps: AppDeps): Promise<number> {
  return withAdvisoryLock(deps.db, SEED_LOCK, async () => {
    let joins = 0;
    for (const shopper of demoShoppers) joins += (await joinDemoGroup(deps, shopper)) ? 1 : 0;
    return joins;
  });
}

async function seedShopper(deps: AppDeps, shopper: DemoShopper): Promise<boolean> {
  const { db } = deps;
  const known = await findUserByEmail(db, shopper.email);
  const userId =
    known?.id ??
    (
      await signUp(
        { db, hasher: createPasswordHasher() },
        { ...shopper, referralCode: '', platform: 'demo' },
        null,
        { userAgent: null, address: null },
        null,
      )
    ).user.id;
  const amountKobo = nairaToKobo(shopper.walletNaira);
  await db.transaction(async (tx) => {
    await lockExistingShopperRow(tx, userId);
    // The credit's `ref` makes it happen only once per shopper, even after an interrupted start.
    await postToLedger(tx, {
      kind: 'goodwill',
      ref: `demo:${shopper.email}`,
      description: 'Demonstration money',
      actor: 'system',
      entries: [
        { account: 'promo:goodwill', amountKobo: -amountKobo },
        { account: `wallet:${userId}`, amountKobo },
      ],
    });
  });
  return known === null;
}
