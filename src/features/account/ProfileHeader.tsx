import type { User } from '#contract/schemas/auth.ts';
import { screenPaths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/control/Button.tsx';
import { Icon } from '../../ui/icon/Icon.tsx';
import { InitialsAvatar } from '../../ui/image/InitialsAvatar.tsx';
import styles from './ProfileHeader.module.css';

export function ProfileHeader({ user }: { user: Pick<User, 'name' | 'email'> }) {
  return (
    <section className="card row" data-wrap="" data-gap="4">
      <InitialsAvatar name={user.name} size="lg" />
      <div className={styles.who}>
        <h1 translate="no">{user.name}</h1>
        <p className="small muted" translate="no">
          {user.email}
        </p>
      </div>
      <div className={styles.actions}>
        <ButtonLink variant="line" small to={screenPaths.editProfile}>
          <Icon name="edit" size="sm" />
          Edit Profile
        </ButtonLink>
        <ButtonLink small to={screenPaths.wallet}>
          <Icon name="wallet" size="sm" />
          Wallet
        </ButtonLink>
      </div>
    </section>
  );
}
