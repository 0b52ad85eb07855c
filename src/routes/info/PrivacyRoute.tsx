import { Link } from 'react-router-dom';
import { screenPaths } from '../../lib/paths.ts';
import { useShopConfig } from '../../lib/query/shop-config.ts';
import { LinkPreviewMeta } from '../../ui/PageMeta.tsx';
import styles from './InfoRoute.module.css';

/** Explains on /privacy which data the shop stores, why and how long, and the shopper's rights. @source accounts.md */
export default function PrivacyRoute() {
  const config = useShopConfig();
  const brand = config?.brandName ?? 'the shop';
  return (
    <article className="page stack" data-width="narrow" data-gap="5">
      <LinkPreviewMeta
        title="Privacy"
        description={`What ${brand} stores about you, and why.`}
        path={screenPaths.privacy}
      />
      <h1>Privacy</h1>
      <section className={`card stack ${styles.text}`}>
        <h2>What we store</h2>
        <p>
          Your name, email, WhatsApp number and the address you give at checkout, so that{' '}
          <span translate="no">{brand}</span> can run your account, make your orders and tell you where to
          collect them. Your password and your recovery key are stored only as hashes that nobody can read
          back.
        </p>
        <p>
          Your orders, payments and wallet, because the law asks every shop to keep its books. Cards are
          handled by our payment provider: we never see or store card numbers.
        </p>
        <p>
          Where and with which browser you signed in, to protect your account: as long as you are signed in
          and 30 days after.
        </p>
        <p>
          On this phone we store what the shop needs to open on a poor connection: your session, your cart and
          the pages you saw. Signing out removes it.
        </p>
      </section>
      <section className={`card stack ${styles.text}`}>
        <h2>Who sees it</h2>
        <p>
          Our staff, the pickup centre that hands over your order, and the payment provider while you pay by
          card. We sell nothing to anybody. We send no marketing messages without your consent.
        </p>
        <p>
          When you join a group, other shoppers may see your first name and an initial, everybody may see your
          initials, and who opens a link that you shared may see your first name. You can switch that off
          under Edit Profile.
        </p>
        <p>
          A review that you write is public, with your first name and an initial, until you withdraw it or
          delete your account.
        </p>
      </section>
      <section className={`card stack ${styles.text}`}>
        <h2>How long</h2>
        <p>
          Addresses are erased 90 days after you collected the order. Your name, email and phone stay until
          you delete your account; orders and payments then stay in our books without your name.
        </p>
      </section>
      <section className={`card stack ${styles.text}`}>
        <h2>Your rights</h2>
        <p>
          Under the Nigeria Data Protection Act 2023 you may see, correct, take with you and delete your data.
          Edit Profile has Download my data and Delete account. For anything else write to{' '}
          {config ? (
            <a className="inline-link" href={`mailto:${config.contact.email}`}>
              {config.contact.email}
            </a>
          ) : (
            <span>us</span>
          )}
          <span>. You may also complain to the Nigeria Data Protection Commission.</span>
        </p>
        <p>
          See also our{' '}
          <Link className="inline-link" to={screenPaths.terms}>
            Terms
          </Link>
          .
        </p>
      </section>
    </article>
  );
}
