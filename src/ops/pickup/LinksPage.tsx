import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ButtonAnchor } from '../../ui/Button.tsx';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { Loaded } from '../Loaded.tsx';
import { opsScreens } from '../screens.ts';
import styles from './Pickup.module.css';
import { PickupFrame } from './PickupFrame.tsx';
import { linksQuery } from './pickup-queries.ts';

/** Those whom no message of the shop reaches: a WhatsApp message for each, ready to be sent. */
export function LinksPage({ may }: { may: readonly string[] }) {
  return (
    <PickupFrame title="Pickup messages" to={opsScreens.pickupLinks} may={may}>
      {({ code }) => <Links centre={code} />}
    </PickupFrame>
  );
}

function Links({ centre }: { centre: string }) {
  const [overdue, setOverdue] = useState(false);
  const links = useQuery(linksQuery(centre, overdue));
  return (
    <section className={`${styles.narrow} stack`} data-gap="3">
      <h2>Not reached by the shop</h2>
      <p className="muted">Their goods wait here, and they have no push messages.</p>
      <CheckboxField checked={overdue} onChange={setOverdue}>
        Only what has waited 3 days or longer
      </CheckboxField>
      <Loaded query={links}>
        {(people) =>
          people.length === 0 ? (
            <p className="muted">Nobody needs a message.</p>
          ) : (
            <ul className={styles.found}>
              {people.map(({ name, link }) => (
                <li key={link} className={styles.order}>
                  <span className="strong grow">{name}</span>
                  <ButtonAnchor variant="soft" small href={link} target="_blank" rel="noreferrer">
                    WhatsApp<span className="sr">{` message to ${name}`}</span>
                  </ButtonAnchor>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
