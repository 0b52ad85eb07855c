import { Type } from 'typebox';
import { writeAudit } from '../../../audit/audit-log.ts';
import { findClaimsMode, setClaimsMode } from '../../../features/catalogue/claims-repository.ts';
import { action } from '../../action.ts';

export const claimsAction = action({
  name: 'claims',
  summary: "Show the marketing claims of the specification, or the shop's own figures where it has any.",
  roles: ['ops'],
  key: 'given',
  body: Type.Object({ mode: Type.Enum(['default', 'computed']) }),
  positionals: ['mode'],
  async run({ db, actor, key }, { mode }) {
    await db.transaction(async (tx) => {
      const before = { mode: await findClaimsMode(tx) };
      await setClaimsMode(tx, mode);
      const line = { actor, action: 'claims.set', target: 'settings:claims', key };
      await writeAudit(tx, { ...line, before, after: { mode } });
    });
    return { data: { mode } };
  },
});
