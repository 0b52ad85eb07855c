import type { OpsRecordsAffectedByAction } from '#contract/schemas/ops/approvals.ts';
import type { ActionResult } from './action.ts';

/** The predicted effects of an action, one sentence each, and the records that it would affect. */
export interface DryRunPreview {
  about: OpsRecordsAffectedByAction;
  says: string[];
}

/** @param data amounts in naira and counts that the dry run computed. */
export function createDryRunResult(
  data: { needsApproval: boolean } & Readonly<Record<string, unknown>>,
  preview: DryRunPreview,
): ActionResult {
  const approval = data.needsApproval ? ['Another operator would have to approve this.'] : [];
  const message = [...preview.says, ...approval].join('\n');
  return { data: { ...data, ...preview, isDryRun: true }, text: message };
}
