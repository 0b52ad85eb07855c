import type { OpsMoneyReply } from '#contract/schemas/ops-money.ts';
import { moneyText } from '../words.ts';

/** What an act with money tells of itself. Absent figures are 0. */

type Figures = OpsMoneyReply['data'];

/** Figures as a sentence, and whether it will wait for somebody. */
export function planWords(sentence: string, { needsApproval }: Figures): string {
  return needsApproval ? `${sentence} A second person has to agree.` : sentence;
}

export function naira(figure: number | undefined): string {
  return moneyText(figure ?? 0);
}

/** @returns what stands in a field of an amount; undefined: it was left empty. */
export function amountOf(text: string | undefined): { amount?: number } {
  return text ? { amount: Number(text) } : {};
}
