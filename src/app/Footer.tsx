import { Link, matchPath, useLocation } from 'react-router-dom';
import { screens } from '#contract/addresses.ts';
import { SLOGAN, TAGLINE } from '#contract/slogan.ts';
import { paths } from '../lib/paths.ts';
import styles from './Footer.module.css';

export function Footer() {
  const isUnderBar = matchPath(screens.product, useLocation().pathname) !== null;
  return (
    <footer className={styles.footer} data-under={isUnderBar ? 'bar' : undefined}>
      <div>
        <strong>{SLOGAN}</strong>
        <span className="muted">{TAGLINE}</span>
        <nav aria-label="Footer">
          <Link className="link" to={paths.about}>
            About Us
          </Link>
          <Link className="link" to={paths.contact}>
            Contact
          </Link>
          <Link className="link" to={paths.terms}>
            Terms
          </Link>
          <Link className="link" to={paths.privacy}>
            Privacy
          </Link>
        </nav>
      </div>
    </footer>
  );
}
