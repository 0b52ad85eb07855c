import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { opsPickupWritten } from '#contract/ops-pickup-endpoints.ts';
import type { OpsPickupLinksReply } from '#contract/schemas/ops-pickup.ts';
import { send } from '../../lib/api-send.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { newKey } from '../../lib/new-key.ts';
import { Badge } from '../../ui/Badge.tsx';
import { ButtonAnchor } from '../../ui/Button.tsx';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { Note } from '../../ui/Note.tsx';
import { Loaded } from '../Loaded.tsx';
import { opsScreens } from '../screens.ts';
import { lagosTime } from '../words.ts';
import styles from './Pickup.module.css';
import { PickupFrame } from './PickupFrame.tsx';
import { linksQuery } from './pickup-queries.ts';
import { nameOf } from './UnprovenItems.tsx';

type Link = OpsPickupLinksReply['data'][number];

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
  const [onlyUnwritten, setOnlyUnwritten] = useState(false);
  const links = useQuery(linksQuery(centre, overdue));
  return (
    <section className={`${styles.narrow} stack`} data-gap="3">
      <h2>Not reached by the shop</h2>
      <p className="muted">Their goods wait here, and they have no push messages.</p>
      <CheckboxField checked={overdue} onChange={setOverdue}>
        Only what has waited 3 days or longer
      </CheckboxField>
      <CheckboxField checked={onlyUnwritten} onChange={setOnlyUnwritten}>
        Only those not written to yet
      </CheckboxField>
      <Loaded query={links}>
        {(people) => {
          const shown = people.filter(({ writtenAt }) => !onlyUnwritten || writtenAt === null);
          return shown.length === 0 ? (
            <p className="muted">Nobody needs a message.</p>
          ) : (
            <ul className={styles.found}>
              {shown.map((person) => (
                <Person key={person.link} person={person} queryKey={linksQuery(centre, overdue).queryKey} />
              ))}
            </ul>
          );
        }}
      </Loaded>
    </section>
  );
}

interface PersonProps {
  person: Link;
  queryKey: ReturnType<typeof linksQuery>['queryKey'];
}

/** One shopper. To open the message is to write it: WhatsApp does not say whether it was sent. */
function Person({
  person: { name, link, goods, lines, isOverdue, writtenAt, writtenBy },
  queryKey,
}: PersonProps) {
  const queryClient = useQueryClient();
  const written = useMutation({
    mutationFn: () => send(opsPickupWritten, { body: { lines: [...lines] }, idempotencyKey: newKey() }),
    onSuccess: ({ data }) =>
      queryClient.setQueryData(queryKey, (people) =>
        people?.map((one) =>
          one.link === link ? { ...one, writtenAt: data.writtenAt, writtenBy: data.writtenBy } : one,
        ),
      ),
  });
  return (
    <li className={styles.order}>
      <span className={`${styles.line} grow`}>
        <span className="row" data-wrap data-gap="2">
          <span className="strong" translate="no">
            {name}
          </span>
          {isOverdue && <Badge tone="deal">Overdue</Badge>}
        </span>
        <span className="muted small">{goods.join(', ')}</span>
        <span className="muted small">
          {writtenAt && writtenBy
            ? `Written to ${lagosTime(writtenAt)} by ${nameOf(writtenBy)}`
            : 'Not written to yet'}
        </span>
      </span>
      <ButtonAnchor
        variant={writtenAt ? 'line' : 'soft'}
        small
        href={link}
        target="_blank"
        rel="noreferrer"
        aria-label={`WhatsApp message to ${name}`}
        onClick={() => written.mutate()}
      >
        WhatsApp
      </ButtonAnchor>
      {written.error && (
        <Note kind="error">
          {errorMessage(written.error, 'It was not remembered that you have written.')}
        </Note>
      )}
    </li>
  );
}
