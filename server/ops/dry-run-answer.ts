import type { OpsAffected } from '#contract/schemas/ops-approvals.ts';
import type { Answer } from './action.ts';

/** What an act would do, for the person who decides: its shopper and subject, and a sentence for each thing that it moves. */
export interface Preview {
  about: OpsAffected;
  says: string[];
}

/**
 * What a dry run answers about an act with money: its figures, all that it moves, and whether a second person has to agree.
 *
 * @param data amounts in naira.
 */
export function dryRunAnswer(
  data: { needsApproval: boolean } & Readonly<Record<string, unknown>>,
  preview: Preview,
): Answer {
  const approval = data.needsApproval ? ['Another operator would have to approve this.'] : [];
  const said = [...preview.says, ...approval].join('\n');
  return { data: { ...data, ...preview, isDryRun: true }, said };
}
