import { useEffect, useEffectEvent } from 'react';
import type { PaymentAttempt } from './attempts/attempt.ts';
import { usePayments } from './attempts/payment-attempts.ts';
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
  const payments = usePayments();
  const start = useEffectEvent(() =>
    pollVerdict(attempt, {
      ask: (asked) => askVerdict(payments, asked),
      onWaiting: (waiting) => noteWaiting(attempt.key, waiting),
      onVerdict: (verdict) => onVerdict(attempt, verdict),
    }),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new return of the same payment restarts polling
  useEffect(() => start(), [key, state, hint]);
  return null;
}
