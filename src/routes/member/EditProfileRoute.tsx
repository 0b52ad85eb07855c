import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { DeleteAccountDialog } from '../../features/account/DeleteAccountDialog.tsx';
import { EditProfileForm } from '../../features/account/EditProfileForm.tsx';
import { PrivacySettingsCard } from '../../features/account/PrivacySettingsCard.tsx';
import { UpdateRecoveryKeyCard } from '../../features/account/UpdateRecoveryKeyCard.tsx';
import {
  arePurchasePopUpsEnabled,
  setPurchasePopUpsEnabled,
} from '../../features/social-proof/popup-permission.ts';
import { screenPaths } from '../../lib/paths.ts';
import { endSession, useSession } from '../../lib/session/session.ts';
import { DocumentTitle } from '../../ui/PageMeta.tsx';

/** Renders /edit-profile: name, recovery key and privacy. */
export default function EditProfileRoute() {
  const session = useSession();
  const navigate = useNavigate();
  const [showsPopUps, setShowsPopUps] = useState(() => arePurchasePopUpsEnabled());
  const [isDeleting, setDeleting] = useState(false);
  if (session.status !== 'member') return null;
  return (
    <div className="page stack" data-width="narrow" data-gap="5">
      <DocumentTitle>Edit Profile</DocumentTitle>
      <h1>Edit Profile</h1>
      <EditProfileForm name={session.user.name} onSaved={() => navigate(screenPaths.account)} />
      <UpdateRecoveryKeyCard />
      <PrivacySettingsCard
        user={session.user}
        showsPopUps={showsPopUps}
        onShowsPopUps={(wanted) => {
          setPurchasePopUpsEnabled(wanted);
          setShowsPopUps(wanted);
        }}
        onDelete={() => setDeleting(true)}
      />
      {isDeleting && (
        <DeleteAccountDialog onClose={() => setDeleting(false)} onDeleted={() => endSession('signed-out')} />
      )}
    </div>
  );
}
