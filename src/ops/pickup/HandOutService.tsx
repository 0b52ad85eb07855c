import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Note } from '../../ui/Note.tsx';
import { lagosTime } from '../display-text.ts';
import frames from '../frames/frames.module.css';
import { PageLink } from '../frames/RecordPage.tsx';
import { pageOf } from '../screens.ts';
import { deleteLists, type HandOut } from './counter-storage.ts';
import { markHandOutSeen, sendWaitingHandOuts, useHandOuts } from './hand-outs.ts';

const EVERY_MS = 10_000;

/** Sends waiting hand-outs when the connection returns, and shows refused ones until seen. It runs on every screen. */
export function HandOutService({ operator }: { operator: string }) {
  const handOuts = useHandOuts();
  const queryClient = useQueryClient();
  useEffect(() => {
    const tend = () => {
      void deleteLists(operator);
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
  const waiting = handOuts.filter(({ told }) => told === null).length;
  const refused = handOuts.filter(({ told }) => told !== null);
  if (handOuts.length === 0) return null;
  return (
    <div className={`${frames.onScreen} stack`} data-gap="2">
      {waiting > 0 && (
        <Note kind="warning" icon="wifi-off">
          {waiting === 1
            ? '1 hand-out on this phone is waiting to be sent.'
            : `${waiting} hand-outs on this phone are waiting to be sent.`}
        </Note>
      )}
      {refused.map((one) => (
        <Note
          key={one.key}
          kind="error"
          action={
            <Button variant="quiet" small onClick={() => markHandOutSeen(one)}>
              Dismiss
            </Button>
          }
        >
          <span>{refusedWords(one)}</span>{' '}
          <PageLink to={pageOf('order', one.trackingNumber)}>Open the order to resolve it.</PageLink>
        </Note>
      ))}
    </div>
  );
}

function refusedWords({ name, trackingNumber, at, told }: HandOut): string {
  return `${name}, ${trackingNumber}, given out here ${lagosTime(at)}: ${told}`;
}
