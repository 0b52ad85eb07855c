import { useEffect, useEffectEvent } from 'react';
import type { PaymentAttempt } from '../../offline/payments/attempt.ts';
import { pollVerdict } from './payment-polling.ts';
import { askVerdict, type Verdict } from './payment-verdict.ts';
import { noteWaiting } from './payment-watch.ts';

interface Props {
  attempt: PaymentAttempt;
  onVerdict: (attempt: PaymentAttempt, verdict: Exclude<Verdict, { kind: 'pending' }>) => void;
}

/** Polls the status of one payment while mounted. Renders nothing. */
export function AwaitedPayment({ attempt, onVerdict }: Props) {
  const { key, state, hint } = attempt;
  const start = useEffectEvent(() =>
    pollVerdict(attempt, {
      ask: askVerdict,
      onWaiting: (waiting) => noteWaiting(attempt.key, waiting),
      onVerdict: (verdict) => onVerdict(attempt, verdict),
    }),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new return of the same payment restarts polling
  useEffect(() => start(), [key, state, hint]);
  return null;
}
