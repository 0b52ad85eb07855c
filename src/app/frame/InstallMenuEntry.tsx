import { useSyncExternalStore } from 'react';
import {
  hasInstallPromptEvent,
  openInstallDialog,
  subscribeInstallPromptEvent,
} from '../../features/install/install-offer.ts';
import { useShopConfig } from '../../lib/query/shop-config.ts';
import { Icon } from '../../ui/icon/Icon.tsx';

const NO = () => false;

/** Shows the menu's install entry while the browser offers the installation. @source offline.md section 10 */
export function InstallMenuEntry({ onLeave }: { onLeave: () => void }) {
  const isOffered = useSyncExternalStore(subscribeInstallPromptEvent, hasInstallPromptEvent, NO);
  const brand = useShopConfig()?.brandName ?? 'the shop';
  if (!isOffered) return null;
  const handleInstall = () => {
    // The browser opens its install dialog only during a tap, so the dialog is opened before anything else runs.
    void openInstallDialog();
    onLeave();
  };
  return (
    <li>
      <button type="button" onClick={handleInstall}>
        <Icon name="download" />
        <span>
          Install <span translate="no">{brand}</span>
        </span>
      </button>
    </li>
  );
}
