import { chooseGroupDurationHours } from '#contract/rules/group/group-window.ts';
import type { CartItem } from '#contract/schemas/cart.ts';
import { useShopConfig } from '../../../lib/query/shop-config.ts';
import { RefundGuarantee } from '../../../ui/message/RefundGuarantee.tsx';

/** Promises beside the checkout button that the money comes back if a group fails; a solo purchase has no group. */
export function CartRefundGuarantee({ items }: { items: readonly CartItem[] }) {
  const shopHours = useShopConfig()?.groupWindowHours;
  const inGroups = items.filter(({ available, variant }) => available && variant !== 'solo');
  const windows = new Set(
    inGroups.map(({ product }) => chooseGroupDurationHours(product.windowHours, shopHours)),
  );
  const [hours] = windows;
  if (hours === undefined) return null;
  return <RefundGuarantee windowHours={windows.size === 1 ? hours : null} />;
}
