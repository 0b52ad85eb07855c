import type { OpsAnswer } from './command.ts';

/**
 * What a dry run tells of an act with money: its figures, and whether a second person has to agree.
 *
 * @param data amounts in naira.
 * @param text what would happen, as a sentence.
 */
export function planned(
  data: { needsApproval: boolean } & Readonly<Record<string, unknown>>,
  text: string,
): OpsAnswer {
  const approval = data.needsApproval ? ' Another operator would have to agree.' : '';
  return { data: { ...data, isDryRun: true }, text: `${text}${approval}` };
}
