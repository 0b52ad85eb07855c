import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { opsListPickupMessageLinks, opsRecordSentPickupMessages } from '#contract/ops/pickup-endpoints.ts';
import type { OpsPickupMessageLinksReply } from '#contract/schemas/ops/pickup.ts';
import { sendApiRequest } from '../../lib/api/api-send.ts';
import { createRandomUuid } from '../../lib/browser/random-uuid.ts';
import { ExternalButtonLink } from '../../ui/control/Button.tsx';
import { LabelBadge } from '../../ui/display/LabelBadge.tsx';
import { CheckboxField } from '../../ui/form/CheckboxField.tsx';
import { formatLagosDateTime, getOperatorNameFromActor } from '../display-text.ts';
import { endpointQuery } from '../frames/console-queries.ts';
import { EmptyListMessage } from '../frames/EmptyListMessage.tsx';
import { QueryStateView } from '../frames/QueryStateView.tsx';
import { RequestFailureMessage } from '../frames/RequestFailureMessage.tsx';
import { type OpsScreenProps, opsScreenPaths } from '../screens.ts';
import styles from './Pickup.module.css';
import { PickupScreenLayout } from './PickupScreenLayout.tsx';

type Link = OpsPickupMessageLinksReply['data'][number];

/** Lists shoppers who receive no push notifications, each with a prepared WhatsApp message. */
export function PickupMessagesPage({ may }: Pick<OpsScreenProps, 'may'>) {
  return (
    <PickupScreenLayout title="Pickup messages" to={opsScreenPaths.pickupLinks} may={may}>
      {({ code }) => <Links centre={code} />}
    </PickupScreenLayout>
  );
}

function Links({ centre }: { centre: string }) {
  const queryClient = useQueryClient();
  const [overdue, setOverdue] = useState(false);
  const [onlyUnwritten, setOnlyUnwritten] = useState(false);
  const query = endpointQuery(opsListPickupMessageLinks, {
    params: { centre },
    query: overdue ? { overdue } : {},
  });
  const links = useQuery(query);
  return (
    <section className={`${styles.narrow} stack`} data-gap="3">
      <h2>Shoppers without push messages</h2>
      <p className="muted">Their goods are ready here, but the shop cannot notify their phone.</p>
      <CheckboxField checked={overdue} onChange={setOverdue}>
        Only what was not collected by its day
      </CheckboxField>
      <CheckboxField checked={onlyUnwritten} onChange={setOnlyUnwritten}>
        Only those not messaged yet
      </CheckboxField>
      <QueryStateView query={links}>
        {(people) => {
          const shown = people.filter(({ writtenAt }) => !onlyUnwritten || writtenAt === null);
          return shown.length === 0 ? (
            <EmptyListMessage>
              Nobody needs a message. Shoppers whose phone cannot be notified will be here once their goods
              are ready.
            </EmptyListMessage>
          ) : (
            <ul className="stack" data-gap="2">
              {shown.map((person) => (
                <Person
                  key={person.link}
                  person={person}
                  onWritten={({ writtenAt, writtenBy }) =>
                    queryClient.setQueryData(query.queryKey, (before) =>
                      before?.map((one) =>
                        one.link === person.link ? { ...one, writtenAt, writtenBy } : one,
                      ),
                    )
                  }
                />
              ))}
            </ul>
          );
        }}
      </QueryStateView>
    </section>
  );
}

interface PersonProps {
  person: Link;
  onWritten: (written: Pick<Link, 'writtenAt' | 'writtenBy'>) => void;
}

/**
 * Shows one shopper with the message. Opening it counts as sending, because WhatsApp does not report whether it was
 * sent.
 */
function Person({ person, onWritten }: PersonProps) {
  const { name, link, goods, lines, isOverdue, writtenAt, writtenBy } = person;
  const written = useMutation({
    mutationFn: () =>
      sendApiRequest(opsRecordSentPickupMessages, {
        body: { lines: [...lines] },
        idempotencyKey: createRandomUuid(),
      }),
    onSuccess: ({ data }) => onWritten(data),
  });
  return (
    <li className={styles.order}>
      <span className={`${styles.line} grow`}>
        <span className="row" data-wrap data-gap="2">
          <span className="strong" translate="no">
            {name}
          </span>
          {isOverdue && <LabelBadge tone="deal">Overdue</LabelBadge>}
        </span>
        <span className="muted small">{goods.join(', ')}</span>
        <span className="muted small">
          {writtenAt && writtenBy
            ? `Messaged ${formatLagosDateTime(writtenAt)} by ${getOperatorNameFromActor(writtenBy)}`
            : 'Not messaged yet'}
        </span>
      </span>
      <ExternalButtonLink
        variant={writtenAt ? 'line' : 'soft'}
        small
        href={link}
        target="_blank"
        rel="noreferrer"
        aria-label={`WhatsApp message to ${name}`}
        onClick={() => written.mutate()}
      >
        WhatsApp
      </ExternalButtonLink>
      <RequestFailureMessage error={written.error} fallback="That you messaged them could not be saved." />
    </li>
  );
}
