import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { formatCountWithNoun } from '#contract/rules/text/count-of.ts';
import { Button } from '../../ui/control/Button.tsx';
import { MessageBox } from '../../ui/message/MessageBox.tsx';
import { formatLagosDateTime } from '../display-text.ts';
import frames from '../frames/frames.module.css';
import { ConsolePageLink } from '../frames/RecordPage.tsx';
import { groupRowsByKey } from '../papers/group-rows.ts';
import { getRecordPagePath } from '../screens.ts';
import { deleteStoredPickupLists, type StoredHandOut } from './counter-storage.ts';
import { deleteSeenHandOut, sendWaitingHandOuts, useUnfinishedHandOuts } from './hand-outs.ts';

const EVERY_MS = 10_000;

/** Sends waiting hand-outs when the connection returns, and shows refused ones until seen. It runs on every screen. */
export function HandOutSendingService({ operator }: { operator: string }) {
  const handOuts = useUnfinishedHandOuts();
  const queryClient = useQueryClient();
  useEffect(() => {
    const tend = () => {
      void deleteStoredPickupLists(operator);
      void sendWaitingHandOuts(queryClient, operator);
    };
    tend();
    const timer = setInterval(tend, EVERY_MS);
    addEventListener('online', tend);
    document.addEventListener('visibilitychange', tend);
    return () => {
      clearInterval(timer);
      removeEventListener('online', tend);
      document.removeEventListener('visibilitychange', tend);
    };
  }, [operator, queryClient]);
  const own = handOuts.filter((one) => one.operator === operator);
  const waiting = own.filter(({ told }) => told === null).length;
  const refused = own.filter(({ told }) => told !== null);
  const others = handOuts.filter((one) => one.operator !== operator && one.told === null);
  if (handOuts.length === 0) return null;
  return (
    <div className={`${frames.onScreen} stack`} data-gap="2">
      {waiting > 0 && (
        <MessageBox kind="warning" icon="wifi-off">
          {waiting === 1
            ? '1 hand-out on this phone is waiting to be sent.'
            : `${waiting} hand-outs on this phone are waiting to be sent.`}
        </MessageBox>
      )}
      {groupRowsByKey(others, (one) => one.operator).map(([name, rows]) => (
        <MessageBox key={name} kind="warning">
          {`${formatCountWithNoun(rows.length, 'hand-out')} on this phone can be sent only when ${name} signs in here.`}
        </MessageBox>
      ))}
      {refused.map((one) => (
        <MessageBox
          key={one.key}
          kind="error"
          action={
            <Button variant="quiet" small onClick={() => deleteSeenHandOut(one)}>
              Dismiss
            </Button>
          }
        >
          <span>{refusedWords(one)}</span>{' '}
          <ConsolePageLink to={getRecordPagePath('order', one.trackingNumber)}>
            Open the order to resolve it.
          </ConsolePageLink>
        </MessageBox>
      ))}
    </div>
  );
}

function refusedWords({ name, trackingNumber, at, told }: StoredHandOut): string {
  return `${name}, ${trackingNumber}, given out here ${formatLagosDateTime(at)}: ${told}`;
}
