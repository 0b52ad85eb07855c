import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { formatInteger, formatNaira } from '#contract/rules/money/money.ts';
import {
  referralInfoQuery,
  referralQueryKeys,
  referralStatsQuery,
} from '../../features/referral/referral-queries.ts';
import { WalletBalanceCards } from '../../features/wallet/WalletBalanceCards.tsx';
import { WalletSkeleton } from '../../features/wallet/WalletSkeleton.tsx';
import { WalletTransactionList } from '../../features/wallet/WalletTransactionList.tsx';
import { getReferralEarnings, getTotalSpentNaira } from '../../features/wallet/wallet-figures.ts';
import { walletQuery, walletQueryKeys } from '../../features/wallet/wallet-queries.ts';
import { QUERY_POLL_INTERVAL_MS } from '../../lib/query/cache-times.ts';
import { useSession } from '../../lib/session/session.ts';
import { Button } from '../../ui/control/Button.tsx';
import { IconButton } from '../../ui/control/IconButton.tsx';
import { StatItem, StatList } from '../../ui/display/Stat.tsx';
import { UpdatedAgoText } from '../../ui/display/UpdatedAgoText.tsx';
import { EmptyState } from '../../ui/message/EmptyState.tsx';
import { DocumentTitle } from '../../ui/PageMeta.tsx';

const WALLET_REFRESH_MIN_MS = 1_500;

/** Renders /wallet: balance, referral earnings and transaction history. */
export default function WalletRoute() {
  const session = useSession();
  if (session.status !== 'member') return null;
  return <WalletScreen userId={session.user.id} />;
}

function WalletScreen({ userId }: { userId: string }) {
  const queryClient = useQueryClient();
  const wallet = useQuery(walletQuery(userId));
  const info = useQuery(referralInfoQuery(userId, true));
  const stats = useQuery(referralStatsQuery(userId, true));
  const [isSpinning, setSpinning] = useState(false);
  const isLoading = wallet.isLoading || info.isLoading || stats.isLoading;

  useEffect(() => {
    for (const queryKey of [walletQueryKeys.wallet(userId), referralQueryKeys.all(userId)]) {
      // Each visit fetches wallet and referrals again, unless the query of this render has already started to.
      void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
    }
  }, [queryClient, userId]);

  // The refresh keeps the shown balance until the new one arrives, so that the page never becomes empty.
  const handleRefresh = async () => {
    setSpinning(true);
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: walletQueryKeys.wallet(userId) }),
      queryClient.invalidateQueries({ queryKey: referralQueryKeys.all(userId) }),
      new Promise((resolve) => setTimeout(resolve, WALLET_REFRESH_MIN_MS)),
    ]);
    setSpinning(false);
  };
  const { data } = wallet;
  const isOffline = wallet.fetchStatus === 'paused';

  return (
    <div className="page stack" data-gap="5">
      <DocumentTitle>My Wallet</DocumentTitle>
      <div className="row" data-justify="between" data-align="top">
        <div>
          <h1>My Wallet</h1>
          <p className="muted small">Manage your balance and track your financial journey</p>
        </div>
        <IconButton
          icon="refresh"
          label="Refresh wallet"
          floating
          spinning={isSpinning}
          disabled={isSpinning || isLoading}
          onClick={() => void handleRefresh()}
        />
      </div>
      <UpdatedAgoText updatedAt={data ? wallet.dataUpdatedAt : 0} staleMs={QUERY_POLL_INTERVAL_MS.wallet} />
      {!data && (wallet.error || isOffline) && (
        <section className="card">
          <EmptyState
            drawing={isOffline ? 'offline' : 'broken'}
            title={isOffline ? "You're offline" : 'We could not load your wallet'}
            role="alert"
            action={
              <Button variant="soft" onClick={() => void handleRefresh()}>
                Try Again
              </Button>
            }
          >
            {isOffline && 'This page was not saved on your phone yet. It opens when you are back online.'}
          </EmptyState>
        </section>
      )}
      {!data && !wallet.error && !isOffline && <WalletSkeleton />}
      {data && (
        <>
          <StatList columns="three">
            <StatItem label="Total Transactions">
              {formatInteger(data.stats.totalTransactions ?? data.transactions.length)}
            </StatItem>
            <StatItem label="Total Earned">{formatNaira(data.stats.totalEarned)}</StatItem>
            <StatItem label="Total Spent">{formatNaira(getTotalSpentNaira(data))}</StatItem>
          </StatList>
          <WalletBalanceCards
            balanceNaira={data.balance}
            heldNaira={data.heldAmount}
            earnings={getReferralEarnings(info.data ?? data.referralInfo, stats.data, data.balance)}
          />
          <WalletTransactionList transactions={data.transactions} />
        </>
      )}
    </div>
  );
}
