import { useQuery } from '@tanstack/react-query';
import { GROUP_DURATION_HOURS_MAX, SHOP_SETTING_VALUE_LENGTH_MAX } from '#contract/limits.ts';
import {
  opsListShopSettings,
  opsSetMarketingClaims,
  opsSetShopSetting,
} from '#contract/ops/settings-endpoints.ts';
import type { OpsShopSettingsReply } from '#contract/schemas/ops/settings.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { formatLagosDateTime } from '../display-text.ts';
import { ActionForm } from '../frames/ActionForm.tsx';
import { endpointQuery } from '../frames/console-queries.ts';
import { ListPage, useUrlFilters } from '../frames/ListPage.tsx';
import { ConsolePageLink } from '../frames/RecordPage.tsx';
import { type OpsScreenProps, opsScreenPaths } from '../screens.ts';

type Setting = OpsShopSettingsReply['data'][number];
type Name = Setting['setting'];

const LABELS: Readonly<Record<Name, readonly [label: string, hint?: string]>> = {
  brandName: ['Shop name'],
  address: ['Address'],
  email: ['E-mail'],
  phone: ['Phone'],
  hours: ['Opening hours', 'For example Monday-Friday 9am-6pm WAT'],
  reply: ['How soon you reply'],
  groupChatUrl: ['WhatsApp group', 'A link beginning with https://.'],
  pressUrl: ['Press article', 'A link beginning with https://.'],
  groupWindowHours: [
    'Hours a group runs',
    `At most ${GROUP_DURATION_HOURS_MAX}. Groups that are open keep their time; a product may have hours of its own.`,
  ],
  claims: ['Claims on the home page'],
};

const CLAIM_MODES = [
  { value: 'computed', label: "The shop's own figures, where it has any" },
  { value: 'default', label: '40% average savings, more than 1,000 customers, 24/7 support' },
] as const;

const shownValue = ({ setting, value }: Setting): string =>
  (setting === 'claims' ? CLAIM_MODES.find((mode) => mode.value === value)?.label : value) || 'None';

function lastChange({ variable, changedBy, changedAt }: Setting): string {
  if (variable) return `Set by the environment (${variable})`;
  return changedBy && changedAt ? `${changedBy}, ${formatLagosDateTime(changedAt)}` : 'Never';
}

/** Lists the shop's settings. Those that the environment does not set can be changed here. */
export function SettingsPage({ may }: Pick<OpsScreenProps, 'may'>) {
  const { chosen, placeOf } = useUrlFilters(['setting']);
  const query = useQuery(endpointQuery(opsListShopSettings));
  const isOpen = ({ variable }: Setting) => may.includes('setting set') && variable === null;
  const setting = query.data?.find((one) => one.setting === chosen.setting && isOpen(one));
  return (
    <ListPage
      title="Settings"
      query={query}
      empty="There are no settings. Tell the person who runs the server."
      columns={[
        [
          'Setting',
          (one) => (
            <ConsolePageLink to={isOpen(one) && placeOf({ setting: one.setting })}>
              {LABELS[one.setting][0]}
            </ConsolePageLink>
          ),
        ],
        ['Value', shownValue],
        ['Last change', lastChange],
      ]}
    >
      {setting && <ChangeSetting key={setting.setting} setting={setting} />}
    </ListPage>
  );
}

function ChangeSetting({ setting: { setting, value } }: { setting: Setting }) {
  const [label, hint = ''] = LABELS[setting];
  const texts = {
    ...{ title: `Change: ${label}`, label: 'Save', busyLabel: 'Saving...', asksReason: false },
    ...{ isCard: true, successMessage: () => `${label} is saved.`, leadsTo: opsScreenPaths.settings },
  };
  if (setting === 'claims')
    return (
      <ActionForm
        {...texts}
        to={opsSetMarketingClaims}
        reads={{ mode: (mode) => mode as 'default' | 'computed' }}
      >
        <SelectField
          label={label}
          name="mode"
          hint="Say only what is true of your shop."
          options={CLAIM_MODES}
          defaultValue={value}
        />
      </ActionForm>
    );
  return (
    <ActionForm {...texts} to={opsSetShopSetting} params={{ setting }} reads={{ value: String }}>
      <TextField
        label={label}
        name="value"
        hint={`${hint} Empty: the default.`.trim()}
        defaultValue={value}
        autoComplete="off"
        maxLength={SHOP_SETTING_VALUE_LENGTH_MAX}
      />
    </ActionForm>
  );
}
