import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { ProfileHeader } from '../../features/account/ProfileHeader.tsx';
import { cacheCart } from '../../features/cart/data/cart-queries.ts';
import { useOrderAgain } from '../../features/cart/data/use-order-again.ts';
import { OrderAgainDialog } from '../../features/cart/page/OrderAgainDialog.tsx';
import { JoinedGroupList } from '../../features/group/list/JoinedGroupList.tsx';
import { JoinedGroupStatistics } from '../../features/group/list/JoinedGroupStatistics.tsx';
import { findProductToOrderAgain } from '../../features/product/data/find-product-to-order-again.ts';
import { screenPaths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session.ts';
import { DocumentTitle } from '../../ui/PageMeta.tsx';

/** Renders /account: the profile, the wallet and every group buy of the member. */
export default function AccountRoute() {
  const session = useSession();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const again = useOrderAgain((slug) => findProductToOrderAgain(queryClient, slug));
  if (session.status !== 'member') return null;
  const { user } = session;
  return (
    <div className="page stack" data-gap="6">
      <DocumentTitle>My Account</DocumentTitle>
      <ProfileHeader user={user} />
      <JoinedGroupStatistics userId={user.id} />
      <JoinedGroupList
        userId={user.id}
        onSwitchedToSolo={(cart) => {
          cacheCart(queryClient, user.id, cart);
          navigate(screenPaths.cart);
        }}
        onOrderAgain={(lines) => void again.order(lines)}
        isOrdering={again.isOrdering}
      />
      {again.results && <OrderAgainDialog results={again.results} onClose={again.close} />}
    </div>
  );
}
