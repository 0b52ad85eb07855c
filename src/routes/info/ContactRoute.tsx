import type { ReactNode } from 'react';
import { formatPhone } from '../../lib/format.ts';
import { screenPaths } from '../../lib/paths.ts';
import { useShopConfig } from '../../lib/query/shop-config.ts';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { IconDisc } from '../../ui/icon/IconDisc.tsx';
import type { IconName } from '../../ui/icon/icon-paths.ts';
import { LinkPreviewMeta } from '../../ui/PageMeta.tsx';
import styles from './InfoRoute.module.css';

export default function ContactRoute() {
  const contact = useShopConfig()?.contact;
  return (
    <div className="page stack" data-gap="5">
      <LinkPreviewMeta title="Contact" description="We reply within 24 hours." path={screenPaths.contact} />
      <div>
        <h1>Contact</h1>
        <p className="muted">{contact?.reply ?? 'We reply within 24 hours.'}</p>
      </div>
      {!contact && <Skeleton shape="box" />}
      {contact && (
        <ul className="two">
          <Way icon="pin" name="Address">
            {contact.address}
          </Way>
          <Way icon="mail" name="Email">
            <a className="link" href={`mailto:${contact.email}`}>
              {contact.email}
            </a>
          </Way>
          <Way icon="chat" name="Phone">
            <a className="link num" href={`tel:${contact.phone.replace(/\s/g, '')}`}>
              {formatPhone(contact.phone)}
            </a>
          </Way>
          <Way icon="clock" name="Hours">
            {contact.hours}
          </Way>
        </ul>
      )}
    </div>
  );
}

function Way({ icon, name, children }: { icon: IconName; name: string; children: ReactNode }) {
  return (
    <li className="card row" data-gap="4" data-wrap="">
      <IconDisc icon={icon} />
      <div className={styles.way}>
        <h2>{name}</h2>
        <div className="strong">{children}</div>
      </div>
    </li>
  );
}
