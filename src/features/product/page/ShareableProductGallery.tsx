import { useState } from 'react';
import { calculateSavingPercent } from '#contract/rules/money/saving.ts';
import type { Product } from '#contract/schemas/product.ts';
import { buildInvitationLink, getOwnReferralCode, shareOrCopyLink } from '../../../lib/browser/share.ts';
import { getSession } from '../../../lib/session/session.ts';
import { LabelBadge } from '../../../ui/display/LabelBadge.tsx';
import { showToast } from '../../../ui/message/toast.ts';
import { ManualCopyDialog } from '../../../ui/overlay/ManualCopyDialog.tsx';
import { ProductGallery } from './ProductGallery.tsx';

interface Props {
  product: Product;
  title: string;
  /** Id of the open group that a shared link leads to; null: there is none. */
  groupId: string | null;
}

/** Shows the product's images with a button that shares the product. */
export function ShareableProductGallery({ product, title, groupId }: Props) {
  const [uncopied, setUncopied] = useState<string | null>(null);
  const saving = calculateSavingPercent(product);
  const handleShare = async () => {
    const { shareLink: productLink, slug } = product;
    const link = buildInvitationLink({ productLink, slug, groupId }, getOwnReferralCode(getSession()));
    const result = await shareOrCopyLink(title, `Join the group buy for ${title}.`, link);
    if (result === 'copied') showToast({ kind: 'success', message: 'Copied!' });
    if (result === 'failed') setUncopied(link);
  };
  return (
    <>
      <ProductGallery
        product={product}
        badge={saving > 0 && <LabelBadge tone="deal">{`SAVE ${saving}%`}</LabelBadge>}
        onShare={() => void handleShare()}
      />
      {uncopied && <ManualCopyDialog text={uncopied} onClose={() => setUncopied(null)} />}
    </>
  );
}
