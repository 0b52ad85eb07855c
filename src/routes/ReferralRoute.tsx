import { useQueryClient } from '@tanstack/react-query';
import { BonusProgressPanel } from '../features/referral/BonusProgressPanel.tsx';
import { ReferralStatsPanel } from '../features/referral/ReferralStatsPanel.tsx';
import { ReferredUsersPanel } from '../features/referral/ReferredUsersPanel.tsx';
import { referralKeys } from '../features/referral/referral-queries.ts';
import { ShareLinkPanel } from '../features/referral/ShareLinkPanel.tsx';
import { useSession } from '../lib/session.ts';
import { useShopConfig } from '../lib/shop-config.ts';
import { PageTitle } from '../ui/PageMeta.tsx';
import { PanelBoundary } from '../ui/PanelBoundary.tsx';

/** Renders /referral with four panels; each handles its own errors. */
export function ReferralRoute() {
  const session = useSession();
  const queryClient = useQueryClient();
  const brandName = useShopConfig()?.brandName ?? '';
  if (session.status !== 'member') return null;
  const userId = session.user.id;
  const handleReset = () => void queryClient.resetQueries({ queryKey: referralKeys.all(userId) });
  return (
    <div className="page stack" data-gap="5">
      <PageTitle>Referral Program</PageTitle>
      <div>
        <h1>Referral Program</h1>
        <p className="muted">
          {`Invite friends to join ${brandName} and earn rewards when they make their first purchase!`}
        </p>
      </div>
      <div className="two">
        <PanelBoundary onReset={handleReset}>
          <ShareLinkPanel userId={userId} brandName={brandName} />
        </PanelBoundary>
        <PanelBoundary onReset={handleReset}>
          <BonusProgressPanel userId={userId} />
        </PanelBoundary>
        <PanelBoundary onReset={handleReset}>
          <ReferralStatsPanel userId={userId} />
        </PanelBoundary>
        <PanelBoundary onReset={handleReset}>
          <ReferredUsersPanel userId={userId} />
        </PanelBoundary>
      </div>
    </div>
  );
}
