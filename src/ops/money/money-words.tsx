import type { ReactNode } from 'react';
import { readNaira } from '#contract/rules/amount.ts';
import type { OpsCardRefundReply, OpsMoneyReply } from '#contract/schemas/ops-money.ts';
import type { NoteKind } from '../../ui/Note.tsx';
import { Says } from '../Says.tsx';
import { moneyText } from '../words.ts';

/** @returns what the dry run of an act with money says, and whether it will wait for somebody. */
export function planOf({ says = [], needsApproval }: OpsMoneyReply['data']): ReactNode {
  return <Says says={says} needsApproval={needsApproval} />;
}

/** @returns what stands in a field of an amount; undefined: it was left empty. */
export function amountOf(text: string | undefined): { amount?: number } {
  return text ? { amount: readNaira(text) } : {};
}

/** How money that was sent to cards has ended, or that the provider has not said so yet; null: no card was sent any. */
export function cardOutcomeOf(reply: object): { kind: NoteKind; words: string } | null {
  const { data } = reply as OpsCardRefundReply;
  if (!Array.isArray(data)) return null;
  const sumOf = (...statuses: string[]) =>
    data.reduce((sum, { status, amount }) => sum + (statuses.includes(status) ? amount : 0), 0);
  const [done, open, failed] = [sumOf('done'), sumOf('asked', 'sent'), sumOf('failed')];
  const reasons = data.map(({ failure }) => failure).filter(Boolean);
  const words = [
    done > 0 && `${moneyText(done)} is sent back.`,
    open > 0 && `${moneyText(open)} is on its way: the provider has not said yet that it is done.`,
    failed > 0 &&
      `${moneyText(failed)} could not be sent (${reasons.join(', ') || 'no reason given'}). It is in the wallet again.`,
    done + open + failed === 0 && 'Nothing was left to send.',
  ];
  return {
    kind: failed > 0 ? 'error' : open > 0 ? 'info' : 'success',
    words: words.filter(Boolean).join(' '),
  };
}
