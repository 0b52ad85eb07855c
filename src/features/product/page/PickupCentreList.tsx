import { useQuery } from '@tanstack/react-query';
import { buildCentreMapUrl, formatCentreAddress } from '#contract/rules/pickup/centre-address.ts';
import type { PickupCentre } from '#contract/schemas/product.ts';
import { pickupCentresQuery } from '../../../lib/query/pickup-centres.ts';
import styles from './HowGroupsWork.module.css';

/**
 * Shows where orders are collected, because shoppers want to know before they join. Several centres are collapsed until
 * a tap.
 */
export function PickupCentreList() {
  const { data: centres = [] } = useQuery(pickupCentresQuery());
  const [only, ...others] = centres;
  if (!only) return null;
  if (others.length === 0) {
    return (
      <div className="small">
        <strong>Pickup centre</strong>
        <Place centre={only} />
      </div>
    );
  }
  return (
    <details className={styles.how}>
      <summary>{`Collect at one of ${centres.length} pickup centres`}</summary>
      <ul>
        {centres.map((centre) => (
          <li key={centre.code}>
            <Place centre={centre} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Place({ centre }: { centre: PickupCentre }) {
  return (
    <p>
      <strong>{centre.name}</strong>
      <span>{`, ${formatCentreAddress(centre)} · ${centre.hours} `}</span>
      <a className="link" href={buildCentreMapUrl(centre)} target="_blank" rel="noopener noreferrer">
        Open the map
      </a>
    </p>
  );
}
