import type { ShopSetupStep } from '#contract/schemas/ops/dashboard.ts';
import type { Queryable } from '../../db/database.ts';

/**
 * Reads which steps of setting up a shop are done. The provider's key counts as working once a card page has opened.
 * @returns an empty list when all steps are done.
 */
export async function readShopSetupSteps(
  db: Queryable,
  { isLive }: { isLive: boolean },
): Promise<{ step: ShopSetupStep; isDone: boolean }[]> {
  const [found] = await db.query<Record<ShopSetupStep, boolean>>(
    `SELECT EXISTS (SELECT 1 FROM operators WHERE role = 'owner' AND removed_at IS NULL) AS owner,
       EXISTS (SELECT 1 FROM pickup_centres WHERE active) AS centre,
       EXISTS (SELECT 1 FROM products) AS product,
       EXISTS (SELECT 1 FROM products WHERE images <> '{}') AS picture,
       EXISTS (SELECT 1 FROM products WHERE active) AS on_sale,
       EXISTS (SELECT 1 FROM orders) AS test_order,
       $1 OR EXISTS (SELECT 1 FROM payments WHERE authorization_url IS NOT NULL) AS provider_key`,
    [!isLive],
  );
  const steps = Object.entries(found ?? {}) as [ShopSetupStep, boolean][];
  if (steps.every(([, isDone]) => isDone)) return [];
  return steps
    .filter(([step]) => isLive || step !== 'provider_key')
    .map(([step, isDone]) => ({ step, isDone }));
}
