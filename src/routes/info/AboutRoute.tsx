import { SLOGAN, TAGLINE } from '#contract/slogan.ts';
import { screenPaths } from '../../lib/paths.ts';
import { IconDisc } from '../../ui/icon/IconDisc.tsx';
import { LinkPreviewMeta } from '../../ui/PageMeta.tsx';
import styles from './InfoRoute.module.css';

const POINTS = [
  {
    icon: 'users',
    tone: 'brand',
    title: 'Join group-buy deals',
    text: 'Add an item to your cart to join or start a group. The discount applies once enough buyers have joined.',
  },
  {
    icon: 'target',
    tone: 'maize',
    title: 'Track deal progress',
    text: 'See how full the group is, how much is still missing and how much time remains.',
  },
  {
    icon: 'share',
    tone: 'deal',
    title: 'Share deals with friends',
    text: 'Send your link. When they join, the group fills faster for everyone.',
  },
  {
    icon: 'timer',
    tone: 'info',
    title: 'Get limited-time discounts',
    text: 'Each deal has a deadline. If the group does not complete, you are refunded.',
  },
] as const;

export default function AboutRoute() {
  return (
    <div className="page stack" data-gap="6">
      <LinkPreviewMeta title="About Us" description={`${SLOGAN}. ${TAGLINE}.`} path={screenPaths.about} />
      <div className={styles.intro}>
        <h1>{SLOGAN}</h1>
        <p>{TAGLINE}</p>
      </div>
      <ul className="two">
        {POINTS.map(({ icon, tone, title, text }) => (
          <li key={icon} className={`card row ${styles.point}`} data-gap="4" data-align="top">
            <IconDisc icon={icon} tone={tone} />
            <div className="stack" data-gap="1">
              <h2>{title}</h2>
              <p className="muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
