import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { opsListPickupCentres } from '#contract/ops/pickup-endpoints.ts';
import type { TextFreeChildren } from '../../lib/react/elements.ts';
import { readBrowserStorage, writeBrowserStorage } from '../../lib/storage/storage.ts';
import { ButtonLink } from '../../ui/control/Button.tsx';
import { ChipLinks } from '../../ui/control/ChipLinks.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { endpointQuery } from '../frames/console-queries.ts';
import { EmptyListMessage } from '../frames/EmptyListMessage.tsx';
import frames from '../frames/frames.module.css';
import { ConsolePage } from '../frames/ListPage.tsx';
import { QueryStateView } from '../frames/QueryStateView.tsx';
import { opsScreenPaths } from '../screens.ts';
import styles from './Pickup.module.css';
import { PICKUP_LIST_REFETCH_MS } from './pickup-list.ts';

/** Storage key of the pickup centre that the operator has chosen on this phone. */
const CENTRE_KEY = 'ops-centre';

const SCREENS = [
  { label: 'Hand out', to: opsScreenPaths.pickup, command: 'pickup list' },
  { label: 'List', to: opsScreenPaths.pickupList, command: 'pickup list' },
  { label: 'Overdue', to: opsScreenPaths.pickupOverdue, command: 'pickup list' },
  { label: 'No valid code', to: opsScreenPaths.pickupUnproven, command: 'item unproven' },
  { label: 'Buy', to: opsScreenPaths.pickupBuy, command: 'pickup buy' },
  { label: 'Pack', to: opsScreenPaths.pickupPack, command: 'pickup pack' },
  { label: 'Plan', to: opsScreenPaths.pickupPlan, command: 'pickup plan' },
  { label: 'Messages', to: opsScreenPaths.pickupLinks, command: 'pickup notify' },
  { label: 'Centres', to: opsScreenPaths.pickupCentres, command: 'centre list' },
] as const;

/**
 * Links to the other pickup screens.
 * @param to address of the current screen.
 */
export function PickupScreenLinks({ to, may }: { to: string; may: readonly string[] }) {
  const links = SCREENS.filter(({ command }) => may.includes(command));
  return (
    <div className={frames.onScreen}>
      <ChipLinks
        label="Pickup"
        links={links.map((link) => ({ label: link.label, to: link.to, isCurrent: link.to === to }))}
      />
    </div>
  );
}

interface Props {
  title: string;
  /** Address of the current screen. */
  to: string;
  may: readonly string[];
  /** Renders the screen's content once a pickup centre is chosen. */
  children: (centre: { code: string; name: string }) => TextFreeChildren;
}

/** Shows the header of each pickup screen: the chosen centre and links to the other screens. */
export function PickupScreenLayout({ title, to, may, children }: Props) {
  const centres = useQuery({
    ...endpointQuery(opsListPickupCentres),
    staleTime: PICKUP_LIST_REFETCH_MS,
    // The centre's name is stored, so that an operator who returns offline still sees it.
    gcTime: Number.POSITIVE_INFINITY,
  });
  const [chosen, setChosen] = useState(() => readBrowserStorage('localStorage', CENTRE_KEY) ?? '');
  const choose = (code: string) => {
    setChosen(code);
    writeBrowserStorage('localStorage', CENTRE_KEY, code);
  };
  return (
    <ConsolePage title={title}>
      <PickupScreenLinks to={to} may={may} />
      <QueryStateView query={centres}>
        {(all) => {
          const centre = all.find(({ code }) => code === chosen);
          return (
            <>
              <div className={`${frames.onScreen} ${styles.narrow}`}>
                <SelectField
                  label="Centre"
                  placeholder="Choose your centre"
                  value={centre?.code ?? ''}
                  options={all.map(({ code, name, active }) => ({
                    value: code,
                    label: active ? name : `${name} (closed)`,
                  }))}
                  onChange={(event) => choose(event.target.value)}
                />
              </div>
              {all.length === 0 && (
                <EmptyListMessage
                  action={
                    may.includes('centre edit') && (
                      <ButtonLink small to={opsScreenPaths.pickupCentres}>
                        Add a Centre
                      </ButtonLink>
                    )
                  }
                >
                  There is no pickup centre yet. Shoppers can order once there is one.
                </EmptyListMessage>
              )}
              {centre && children(centre)}
            </>
          );
        }}
      </QueryStateView>
    </ConsolePage>
  );
}
