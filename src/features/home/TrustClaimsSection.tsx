import type { ShopConfig } from '#contract/schemas/config.ts';
import { ExternalButtonLink } from '../../ui/control/Button.tsx';
import { Icon } from '../../ui/icon/Icon.tsx';
import styles from './TrustBlock.module.css';

/** Shows the shop's claims, press quotes and chat group, all from the shop settings. */
export function TrustClaimsSection({ config }: { config: ShopConfig }) {
  const { averageSavings, happyCustomers, support } = config.claims;
  const claims = [averageSavings, happyCustomers, support].filter(Boolean);
  if (claims.length === 0 && !config.pressUrl && !config.groupChatUrl) return null;
  return (
    <section
      className={styles.trust}
      data-few={claims.length < 3 || undefined}
      aria-label="Why shoppers trust us"
    >
      {claims.map((claim) => (
        <Claim key={claim} sentence={claim} />
      ))}
      {(config.pressUrl || config.groupChatUrl) && (
        <footer>
          {config.pressUrl && (
            <a className="link small" href={config.pressUrl} target="_blank" rel="noopener noreferrer">
              <Icon name="news" size="sm" />
              Press coverage
            </a>
          )}
          {config.groupChatUrl && (
            <ExternalButtonLink
              variant="soft"
              small
              href={config.groupChatUrl}
              target="_blank"
              rel="noopener noreferrer"
            >
              <Icon name="chat" size="sm" />
              Join group chat
            </ExternalButtonLink>
          )}
        </footer>
      )}
    </section>
  );
}

/**
 * Shows a claim with its number in large type, such as `1,000+` for "more than 1,000". Screen readers hear the claim
 * itself.
 */
function Claim({ sentence }: { sentence: string }) {
  const [, more, figure = '', text = sentence] = /^(more than )?(\S*\d\S*) (.+)$/.exec(sentence) ?? [];
  return (
    <div>
      <span className="sr">{sentence}</span>
      <span aria-hidden="true">
        <b>{more ? `${figure}+` : figure}</b>
        <span>{text}</span>
      </span>
    </div>
  );
}
