import { Link } from 'react-router-dom';
import { chooseGroupDurationHours } from '#contract/rules/group/group-window.ts';
import { screenPaths } from '../../lib/paths.ts';
import { useShopConfig } from '../../lib/query/shop-config.ts';
import { LinkPreviewMeta } from '../../ui/PageMeta.tsx';
import styles from './InfoRoute.module.css';

/** Explains on /terms the rules of a group buy, refunds and pickup. @source spec section 9 (Policy text) */
export default function TermsRoute() {
  const config = useShopConfig();
  const windowHours = chooseGroupDurationHours(null, config?.groupWindowHours);
  return (
    <article className="page stack" data-width="narrow" data-gap="5">
      <LinkPreviewMeta
        title="Terms"
        description="Group buys, payment, refunds and pickup: what you can rely on."
        path={screenPaths.terms}
      />
      <h1>Terms</h1>
      <section className={`card stack ${styles.text}`}>
        <h2>Group buys</h2>
        <p>
          {`You join a group once your payment is confirmed. Discounts apply only when the minimum number of buyers is reached. Each group is open for ${windowHours} hours from its first buyer. Orders cannot be changed once the group is full.`}
        </p>
        <p>
          While a group is forming you may leave it from My Account. What you paid goes back to your wallet.
        </p>
      </section>
      <section className={`card stack ${styles.text}`}>
        <h2>Payment and wallet</h2>
        <p>
          You pay from your <span translate="no">{config?.brandName}</span> wallet, by card, or both. All
          prices are in naira and final. A card payment that fails or is cancelled takes nothing from your
          wallet.
        </p>
      </section>
      <section className={`card stack ${styles.text}`}>
        <h2>Refunds</h2>
        <p>
          {`If the group does not complete within ${windowHours} hours, you are refunded or may switch to a solo purchase at the standard price. Refunds go to your wallet and can be used at once.`}
        </p>
        <p>
          If we cannot hand over what you bought, you get its full price back. Tell us at pickup if something
          is wrong with the goods.
        </p>
      </section>
      <section className={`card stack ${styles.text}`}>
        <h2>Pickup</h2>
        <p>
          Delivery to the pickup centre begins once the group is full and is expected within 2-5 days. We send
          you a pickup code when your order is ready. Orders must be picked up within 3 days. There is no home
          delivery.
        </p>
      </section>
      <section className={`card stack ${styles.text}`}>
        <h2>Referrals</h2>
        <p>
          500 naira for every 3 friends who sign up with your code and whose first order is secured. Inviting
          yourself does not count.
        </p>
      </section>
      <p>
        Questions?{' '}
        <Link className="inline-link" to={screenPaths.contact}>
          Contact us
        </Link>
        . How we treat your data:{' '}
        <Link className="inline-link" to={screenPaths.privacy}>
          Privacy
        </Link>
        .
      </p>
    </article>
  );
}
