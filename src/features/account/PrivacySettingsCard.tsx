import { useState } from 'react';
import { exportAccountData, updateShopperPreferences } from '#contract/account-endpoints.ts';
import type { User } from '#contract/schemas/auth.ts';
import { callApi } from '../../lib/api/api-client.ts';
import { isAbortError } from '../../lib/api/api-errors.ts';
import { getErrorMessage } from '../../lib/api/error-message.ts';
import { mergeSessionUser } from '../../lib/session/session.ts';
import { Button } from '../../ui/control/Button.tsx';
import { CheckboxField } from '../../ui/form/CheckboxField.tsx';
import { Icon } from '../../ui/icon/Icon.tsx';
import { showToast } from '../../ui/message/toast.ts';

interface Props {
  user: User;
  /** True: this phone shows the pop-ups about other shoppers' purchases. */
  showsPopUps: boolean;
  onShowsPopUps: (wanted: boolean) => void;
  onDelete: () => void;
}

function showError(error: unknown, fallback: string): void {
  if (!isAbortError(error)) showToast({ kind: 'error', message: getErrorMessage(error, fallback) });
}

/** Shows the privacy settings (visible name, pop-ups), the data export and the account deletion. */
export function PrivacySettingsCard({ user, showsPopUps, onShowsPopUps, onDelete }: Props) {
  const [isSaving, setSaving] = useState(false);
  const [isExporting, setExporting] = useState(false);

  const handleNamed = async (socialProof: boolean) => {
    setSaving(true);
    try {
      mergeSessionUser((await callApi(updateShopperPreferences, { body: { socialProof } })).user);
    } catch (error) {
      showError(error, 'Your choice could not be saved. Please try again.');
    } finally {
      setSaving(false);
    }
  };
  const handleExport = async () => {
    setExporting(true);
    try {
      download((await callApi(exportAccountData, {})).data);
    } catch (error) {
      showError(error, 'Your data could not be fetched. Please try again.');
    } finally {
      setExporting(false);
    }
  };

  return (
    <section className="card stack" aria-labelledby="privacy">
      <h2 id="privacy">Privacy</h2>
      <CheckboxField
        checked={user.socialProof}
        disabled={isSaving}
        onChange={(isNamed) => void handleNamed(isNamed)}
      >
        Show my first name when I join
      </CheckboxField>
      <CheckboxField checked={showsPopUps} onChange={onShowsPopUps}>
        Show who just joined
        <span className="small muted"> (on this phone)</span>
      </CheckboxField>
      <Button
        variant="line"
        wide
        busyLabel={isExporting && 'Preparing...'}
        onClick={() => void handleExport()}
      >
        <Icon name="download" size="sm" />
        Download my data
      </Button>
      <Button variant="danger" wide onClick={onDelete}>
        Delete account
      </Button>
    </section>
  );
}

function download(data: unknown): void {
  const address = URL.createObjectURL(
    new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
  );
  const link = document.createElement('a');
  link.href = address;
  link.download = 'my-data.json';
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
