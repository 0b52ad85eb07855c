import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { copyTextToClipboard, shareOrCopyLink } from '../../lib/browser/share.ts';
import { Button } from '../../ui/control/Button.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Icon } from '../../ui/icon/Icon.tsx';
import { useCopiedState } from '../../ui/message/use-copied.ts';
import { promptManualCopy } from '../../ui/overlay/ManualCopyDialog.tsx';
import styles from './Referral.module.css';
import { isReferralDataMissing, ReferralDataUnavailableMessage } from './ReferralDataUnavailableMessage.tsx';
import { EMPTY_REFERRAL_INFO, referralInfoQuery } from './referral-queries.ts';

const LOADING = 'Loading...';

interface Props {
  userId: string;
  brandName: string;
}

export function ShareReferralLinkPanel({ userId, brandName }: Props) {
  const info = useQuery(referralInfoQuery(userId));
  const { referralCode, referralLink } = info.data ?? EMPTY_REFERRAL_INFO;
  const awaited = isReferralDataMissing(info) ? '' : LOADING;
  const { isCopied, markCopied } = useCopiedState();
  const [isSharing, setSharing] = useState(false);

  const field = useRef<HTMLInputElement>(null);

  const handleCopy = async () => {
    if (await copyTextToClipboard(referralLink)) markCopied();
    else promptManualCopy(field.current);
  };
  const handleShare = async () => {
    setSharing(true);
    const name = brandName || 'us';
    const result = await shareOrCopyLink(
      `Join ${name}`,
      `Join me on ${name}: Buy Together, Save Together.`,
      referralLink,
    );
    if (result === 'copied') markCopied();
    if (result === 'failed') promptManualCopy(field.current);
    setSharing(false);
  };

  return (
    <section className="card stack" aria-labelledby="share-link">
      <h2 id="share-link">Share Your Referral Link</h2>
      <p className="small muted">
        Share your unique referral code or link with friends. When they sign up and make their first purchase,
        you'll both get rewards!
      </p>
      {isReferralDataMissing(info) && <ReferralDataUnavailableMessage query={info} />}
      <div>
        <span className={styles.label}>Referral code</span>
        <div className={styles.code}>
          <b translate={referralCode ? 'no' : undefined}>{referralCode || awaited}</b>
        </div>
      </div>
      <TextField ref={field} label="Referral link" readOnly value={referralLink || awaited} />
      <div className={`row ${styles.buttons}`} data-wrap="">
        <Button variant="soft" disabled={!referralLink} onClick={() => void handleCopy()}>
          <Icon name={isCopied ? 'check' : 'copy'} size="sm" />
          {isCopied ? 'Copied!' : 'Copy Link'}
        </Button>
        <Button
          disabled={!referralLink}
          busyLabel={isSharing && 'Sharing...'}
          onClick={() => void handleShare()}
        >
          <Icon name="share" size="sm" />
          Share Link
        </Button>
      </div>
    </section>
  );
}
