import { useQuery } from '@tanstack/react-query';
import { LabelBadge } from '../../ui/display/LabelBadge.tsx';
import { InitialsAvatar } from '../../ui/image/InitialsAvatar.tsx';
import { EmptyState } from '../../ui/message/EmptyState.tsx';
import styles from './Referral.module.css';
import { isReferralDataMissing, ReferralDataUnavailableMessage } from './ReferralDataUnavailableMessage.tsx';
import { EMPTY_REFERRAL_INFO, referralInfoQuery } from './referral-queries.ts';

function joinedOn(instant: string): string {
  return new Date(instant).toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
}

export function ReferredUsersPanel({ userId }: { userId: string }) {
  const info = useQuery(referralInfoQuery(userId));
  const { referredUsers } = info.data ?? EMPTY_REFERRAL_INFO;
  if (isReferralDataMissing(info)) {
    return (
      <section className="card stack" aria-labelledby="referred-users">
        <h2 id="referred-users">Referred Users</h2>
        <ReferralDataUnavailableMessage query={info} />
      </section>
    );
  }
  return (
    <section className="card" aria-labelledby="referred-users">
      <h2 id="referred-users">{`Referred Users (${referredUsers.length})`}</h2>
      {referredUsers.length === 0 ? (
        <EmptyState title="No referrals yet. Start sharing your referral link to earn rewards!" />
      ) : (
        <ul className={styles.people}>
          {referredUsers.map((user, index) => {
            const name = user.name || `User ${index + 1}`;
            return (
              <li key={user.id ?? `${user.joinedAt} ${name}`} className={styles.person}>
                <InitialsAvatar name={name} />
                <div className="grow">
                  <strong translate={user.name ? 'no' : undefined}>{name}</strong>
                  <br />
                  <span className="small muted">{`Joined ${joinedOn(user.joinedAt)}`}</span>
                </div>
                {/* A referred user counts towards the bonus after their first purchase. */}
                {user.active !== false && <LabelBadge tone="success">Active</LabelBadge>}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
