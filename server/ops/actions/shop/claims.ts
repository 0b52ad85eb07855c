import { opsSetMarketingClaims } from '#contract/ops/settings-endpoints.ts';
import { OpsActionReply } from '#contract/schemas/ops/console.ts';
import { OpsSetMarketingClaimsBody } from '#contract/schemas/ops/settings.ts';
import { writeAuditEntry } from '../../../audit/audit-log.ts';
import {
  findStoredMarketingClaimsMode,
  setMarketingClaimsMode,
} from '../../../features/catalogue/settings/claims-repository.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';

export const marketingClaimsModeSetAction = defineAction({
  name: 'claims',
  summary: "Show the marketing claims of the specification, or the shop's own figures where it has any.",
  roles: ['ops'],
  key: 'given',
  body: OpsSetMarketingClaimsBody,
  positionals: ['mode'],
  console: defineConsoleEndpoint(opsSetMarketingClaims, OpsActionReply),
  async run({ db, actor, key }, { mode }) {
    await db.transaction(async (tx) => {
      const before = { mode: await findStoredMarketingClaimsMode(tx) };
      await setMarketingClaimsMode(tx, mode);
      const line = { actor, action: 'claims.set', target: 'settings:claims', key };
      await writeAuditEntry(tx, { ...line, before, after: { mode } });
    });
    return { data: { mode } };
  },
});
