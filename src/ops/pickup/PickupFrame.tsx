import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { opsCentres } from '#contract/ops-pickup-endpoints.ts';
import type { ElementChildren } from '../../lib/elements.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import { ChipLinks } from '../../ui/ChipLinks.tsx';
import { Select } from '../../ui/Select.tsx';
import frames from '../frames/frames.module.css';
import { Loaded } from '../frames/Loaded.tsx';
import { endpointQuery } from '../frames/read.ts';
import { opsScreens } from '../screens.ts';
import styles from './Pickup.module.css';
import { LIST_REFETCH_MS } from './pickup-list.ts';

/** The chosen centre is stored on the operator's phone. */
const CENTRE_KEY = 'ops-centre';

const SCREENS = [
  { label: 'Hand out', to: opsScreens.pickup, command: 'pickup list' },
  { label: 'List', to: opsScreens.pickupList, command: 'pickup list' },
  { label: 'Overdue', to: opsScreens.pickupOverdue, command: 'pickup list' },
  { label: 'No valid code', to: opsScreens.pickupUnproven, command: 'item unproven' },
  { label: 'Plan', to: opsScreens.pickupPlan, command: 'pickup plan' },
  { label: 'Messages', to: opsScreens.pickupLinks, command: 'pickup notify' },
] as const;

/**
 * Links to the other pickup screens.
 *
 * @param to this screen's address.
 */
export function PickupLinks({ to, may }: { to: string; may: readonly string[] }) {
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
  /** This screen's address. */
  to: string;
  may: readonly string[];
  /** The content once a centre is chosen. */
  children: (centre: { code: string; name: string }) => ElementChildren;
}

/** Shows the header of each pickup screen: the chosen centre and links to the other screens. */
export function PickupFrame({ title, to, may, children }: Props) {
  const centres = useQuery({
    ...endpointQuery(opsCentres),
    staleTime: LIST_REFETCH_MS,
    // The centre's name is stored, so that an operator who returns offline still sees it.
    gcTime: Number.POSITIVE_INFINITY,
  });
  const [chosen, setChosen] = useState(() => readStored('localStorage', CENTRE_KEY) ?? '');
  const choose = (code: string) => {
    setChosen(code);
    writeStored('localStorage', CENTRE_KEY, code);
  };
  return (
    <div className="stack" data-gap="5">
      <h1>{title}</h1>
      <PickupLinks to={to} may={may} />
      <Loaded query={centres}>
        {(all) => {
          const centre = all.find(({ code }) => code === chosen);
          return (
            <>
              <div className={`${frames.onScreen} ${styles.narrow}`}>
                <Select
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
              {all.length === 0 && <p className="muted">There is no pickup centre yet.</p>}
              {centre && children(centre)}
            </>
          );
        }}
      </Loaded>
    </div>
  );
}
