import { Link, matchPath, useLocation } from 'react-router-dom';
import { screenPathPatterns } from '#contract/addresses.ts';
import { SLOGAN, TAGLINE } from '#contract/slogan.ts';
import { screenPaths } from '../../lib/paths.ts';
import styles from './Footer.module.css';

export function Footer() {
  const { pathname } = useLocation();
  const isUnderBar = pathname === screenPaths.checkout || matchPath(screenPathPatterns.product, pathname);
  return (
    <footer className={styles.footer} data-under={isUnderBar ? 'bar' : undefined}>
      <div>
        <strong>{SLOGAN}</strong>
        <span className="muted">{TAGLINE}</span>
        <nav aria-label="Footer">
          <Link className="link" to={screenPaths.about}>
            About Us
          </Link>
          <Link className="link" to={screenPaths.contact}>
            Contact
          </Link>
          <Link className="link" to={screenPaths.terms}>
            Terms
          </Link>
          <Link className="link" to={screenPaths.privacy}>
            Privacy
          </Link>
        </nav>
      </div>
    </footer>
  );
}
