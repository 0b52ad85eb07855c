import { Type } from 'typebox';
import { writeAuditEntry } from '../../../audit/audit-log.ts';
import {
  findMarketingClaimsMode,
  setMarketingClaimsMode,
} from '../../../features/catalogue/claims-repository.ts';
import { defineAction } from '../../action.ts';

export const setMarketingClaimsAction = defineAction({
  name: 'claims',
  summary: "Show the marketing claims of the specification, or the shop's own figures where it has any.",
  roles: ['ops'],
  key: 'given',
  body: Type.Object({ mode: Type.Enum(['default', 'computed']) }),
  positionals: ['mode'],
  async run({ db, actor, key }, { mode }) {
    await db.transaction(async (tx) => {
      const before = { mode: await findMarketingClaimsMode(tx) };
      await setMarketingClaimsMode(tx, mode);
      const line = { actor, action: 'claims.set', target: 'settings:claims', key };
      await writeAuditEntry(tx, { ...line, before, after: { mode } });
    });
    return { data: { mode } };
  },
});
