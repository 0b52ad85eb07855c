import { useQueryClient } from '@tanstack/react-query';
import { BonusProgressPanel } from '../../features/referral/BonusProgressPanel.tsx';
import { ReferralStatsPanel } from '../../features/referral/ReferralStatsPanel.tsx';
import { ReferredUsersPanel } from '../../features/referral/ReferredUsersPanel.tsx';
import { referralQueryKeys } from '../../features/referral/referral-queries.ts';
import { ShareReferralLinkPanel } from '../../features/referral/ShareReferralLinkPanel.tsx';
import { useShopConfig } from '../../lib/query/shop-config.ts';
import { useSession } from '../../lib/session/session.ts';
import { PanelErrorBoundary } from '../../ui/message/PanelErrorBoundary.tsx';
import { DocumentTitle } from '../../ui/PageMeta.tsx';

/** Renders /referral with four panels; each handles its own errors. */
export default function ReferralRoute() {
  const session = useSession();
  const queryClient = useQueryClient();
  const brandName = useShopConfig()?.brandName ?? '';
  if (session.status !== 'member') return null;
  const userId = session.user.id;
  const handleReset = () => void queryClient.resetQueries({ queryKey: referralQueryKeys.all(userId) });
  return (
    <div className="page stack" data-gap="5">
      <DocumentTitle>Referral Program</DocumentTitle>
      <div>
        <h1>Referral Program</h1>
        <p className="muted">
          {`Invite friends to join ${brandName} and earn rewards when they make their first purchase!`}
        </p>
      </div>
      <div className="two">
        <PanelErrorBoundary onReset={handleReset}>
          <ShareReferralLinkPanel userId={userId} brandName={brandName} />
        </PanelErrorBoundary>
        <PanelErrorBoundary onReset={handleReset}>
          <BonusProgressPanel userId={userId} />
        </PanelErrorBoundary>
        <PanelErrorBoundary onReset={handleReset}>
          <ReferralStatsPanel userId={userId} />
        </PanelErrorBoundary>
        <PanelErrorBoundary onReset={handleReset}>
          <ReferredUsersPanel userId={userId} />
        </PanelErrorBoundary>
      </div>
    </div>
  );
}
