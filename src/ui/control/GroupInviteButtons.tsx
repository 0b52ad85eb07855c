import { useState } from 'react';
import {
  buildInvitationLink,
  buildWhatsAppShareLink,
  copyTextToClipboard,
  getOwnReferralCode,
  shareOrCopyLink,
} from '../../lib/browser/share.ts';
import { useSession } from '../../lib/session/session.ts';
import { Icon } from '../icon/Icon.tsx';
import { useCopiedState } from '../message/use-copied.ts';
import { ManualCopyDialog } from '../overlay/ManualCopyDialog.tsx';
import { Button, ExternalButtonLink } from './Button.tsx';

interface Props {
  /** Title and slug of the group's product. */
  title: string;
  slug: string;
  /** The product's own link for sharing, from its settings, if it has one. */
  productLink?: string;
  groupId: string;
  /** What the group still needs, such as `45 kg`. */
  missing: string;
}

/** Shows buttons that invite others to an open group: WhatsApp, the phone's share sheet or a copied link. */
export function GroupInviteButtons({ title, missing, ...group }: Props) {
  const link = buildInvitationLink(group, getOwnReferralCode(useSession()));
  const { isCopied, markCopied } = useCopiedState();
  const [uncopied, setUncopied] = useState<string | null>(null);
  const text = `Join the group for ${title}. It needs ${missing} more.`;

  const handleShare = async () => {
    const result = await shareOrCopyLink(title, text, link);
    if (result === 'copied') markCopied();
    if (result === 'failed') setUncopied(link);
  };
  const handleCopy = async () => {
    if (await copyTextToClipboard(link)) markCopied();
    else setUncopied(link);
  };
  return (
    <div className="stack" data-gap="2">
      <p className="small">
        <strong>{`This group needs ${missing} more.`}</strong>{' '}
        <span>Invite friends and it fills sooner.</span>
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is only for fields of a form */}
      <div
        className="row"
        data-wrap=""
        data-gap="2"
        role="group"
        aria-label={`Invite to the group for ${title}`}
      >
        <ExternalButtonLink
          small
          variant="soft"
          href={buildWhatsAppShareLink(text, link)}
          target="_blank"
          rel="noreferrer"
        >
          <Icon name="chat" size="sm" />
          WhatsApp
        </ExternalButtonLink>
        <Button small variant="line" onClick={() => void handleCopy()}>
          <Icon name={isCopied ? 'check' : 'copy'} size="sm" />
          {isCopied ? 'Copied!' : 'Copy link'}
        </Button>
        <Button small variant="line" onClick={() => void handleShare()}>
          <Icon name="share" size="sm" />
          More apps
        </Button>
      </div>
      {uncopied && <ManualCopyDialog text={uncopied} onClose={() => setUncopied(null)} />}
    </div>
  );
}
