import { useSyncExternalStore } from 'react';
import { hasInstallOffer, promptInstall, subscribeInstallOffer } from '../features/install/install-offer.ts';
import { useShopConfig } from '../lib/shop-config.ts';
import { Icon } from '../ui/Icon.tsx';

const NO = () => false;

/** The menu's install entry, shown while the browser offers the installation. @source offline.md section 10 */
export function InstallEntry({ onLeave }: { onLeave: () => void }) {
  const isOffered = useSyncExternalStore(subscribeInstallOffer, hasInstallOffer, NO);
  const brand = useShopConfig()?.brandName ?? 'the shop';
  if (!isOffered) return null;
  const handleInstall = () => {
    // Runs first, because the browser's dialog requires the tap.
    void promptInstall();
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
