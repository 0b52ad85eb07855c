import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { ProfileHeader } from '../features/account/ProfileHeader.tsx';
import { cacheCart } from '../features/cart/cart-queries.ts';
import { GroupBuyList } from '../features/group/GroupBuyList.tsx';
import { GroupBuyStatistics } from '../features/group/GroupBuyStatistics.tsx';
import { screenPaths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { DocumentTitle } from '../ui/PageMeta.tsx';

/** Renders /account: the profile, the wallet and every group buy of the member. */
export function AccountRoute() {
  const session = useSession();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  if (session.status !== 'member') return null;
  const { user } = session;
  return (
    <div className="page stack" data-gap="6">
      <DocumentTitle>My Account</DocumentTitle>
      <ProfileHeader user={user} />
      <GroupBuyStatistics userId={user.id} />
      <GroupBuyList
        userId={user.id}
        onSwitchedToSolo={(cart) => {
          cacheCart(queryClient, user.id, cart);
          navigate(screenPaths.cart);
        }}
      />
    </div>
  );
}
