import { useState } from 'react';
import {
  ADDRESS_FIELD_LENGTH_MAX,
  CENTRE_HOLIDAY_REASON_LENGTH_MAX,
  CENTRE_ORDERS_PER_DAY_MAX,
} from '#contract/limits.ts';
import {
  formatOpeningTimes,
  type HolidayReasonsByDay,
  type OpeningTimes,
  WEEKDAYS,
  type Weekday,
} from '#contract/rules/pickup/opening-hours.ts';
import { parseInteger } from '#contract/rules/text/number-input.ts';
import type { OpsPickupCentresReply } from '#contract/schemas/ops/centres.ts';
import { CheckboxField } from '../../ui/form/CheckboxField.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { capitalise } from '../display-text.ts';
import { createIntegerFieldProps } from '../frames/fields.tsx';
import frames from '../frames/frames.module.css';

export type OpsPickupCentre = OpsPickupCentresReply['data'][number];

const DEFAULT_OPTIONS = [
  { value: 'no', label: 'No' },
  { value: 'yes', label: 'Yes' },
] as const;

/** Value of a hidden field for "no value", because forms leave empty fields out of the request. */
const NONE = 'none';

export const centreFieldParsers = {
  name: String,
  state: String,
  city: String,
  address: String,
  hours: String,
  ...(Object.fromEntries(WEEKDAYS.map((day) => [day, String])) as Record<Weekday, StringConstructor>),
  holidays: (json: string) => JSON.parse(json) as HolidayReasonsByDay,
  ordersPerDay: (text: string) => (text === NONE ? null : parseInteger(text)),
  isDefault: (choice: string) => choice === 'yes',
};

/** Shows the fields of a centre except its code; empty for a new centre. */
export function CentreFields({ centre }: { centre?: OpsPickupCentre }) {
  const lengths = { maxLength: ADDRESS_FIELD_LENGTH_MAX, required: true };
  return (
    <>
      <TextField label="Name" name="name" defaultValue={centre?.name} {...lengths} />
      <TextField label="State" name="state" defaultValue={centre?.state} {...lengths} />
      <TextField label="City" name="city" defaultValue={centre?.city} {...lengths} />
      <TextField label="Address" name="address" defaultValue={centre?.address} {...lengths} />
      <OpeningHoursFields centre={centre} />
      <HolidayFields holidays={centre?.holidays ?? {}} />
      <OrdersPerDayField ordersPerDay={centre?.ordersPerDay ?? null} />
      <SelectField
        label="Default centre of the state"
        name="isDefault"
        hint="It serves the cities of the state that have no centre."
        options={DEFAULT_OPTIONS}
        defaultValue={centre?.isDefault ? 'yes' : 'no'}
      />
    </>
  );
}

/** Returns the opening hours of each weekday in the API's format: `closed` when the centre has none. */
export function getWeekdayOpeningTimes(centre: OpsPickupCentre): OpeningTimes {
  return Object.fromEntries(WEEKDAYS.map((day) => [day, centre[day] || 'closed'])) as OpeningTimes;
}

type OpenDay = { from: string; to: string };
const USUAL_DAY: OpenDay = { from: '09:00', to: '18:00' };

/** Shows fields for the opening hours of each weekday. While no day is open, one text field replaces them. */
function OpeningHoursFields({ centre }: { centre: OpsPickupCentre | undefined }) {
  const [days, setDays] = useState(() => WEEKDAYS.map((day) => readOpenDay(centre?.[day] ?? '')));
  const open = days.filter((day) => day !== null);
  const times = WEEKDAYS.map((name, index) => [name, writeOpenDay(days[index] ?? null)]);
  return (
    <fieldset className={`stack ${frames.part}`} data-gap="3">
      <legend>Opening days</legend>
      {WEEKDAYS.map((name, index) => (
        <OpenDayFields
          key={name}
          name={name}
          day={days[index] ?? null}
          // A day that is marked as open gets the hours of the first open day.
          usual={open[0] ?? USUAL_DAY}
          onChange={(day) => setDays((before) => before.map((one, at) => (at === index ? day : one)))}
        />
      ))}
      {open.length === 0 && (
        <TextField
          label="Opening hours"
          name="hours"
          hint="For example Monday-Saturday 9am-6pm WAT. If you mark the open days, they make this text."
          defaultValue={centre?.hours}
          maxLength={ADDRESS_FIELD_LENGTH_MAX}
          required
        />
      )}
      {open.length > 0 && open.every(({ from, to }) => from && to) && (
        <p className="muted small">
          {`Shoppers read: ${formatOpeningTimes(Object.fromEntries(times) as OpeningTimes)}`}
        </p>
      )}
    </fieldset>
  );
}

interface OpenDayProps {
  name: Weekday;
  /** Opening hours of the day; null: the centre is closed. */
  day: OpenDay | null;
  usual: OpenDay;
  onChange: (day: OpenDay | null) => void;
}

function OpenDayFields({ name, day, usual, onChange }: OpenDayProps) {
  const title = capitalise(name);
  return (
    <div className="stack" data-gap="2">
      <CheckboxField checked={day !== null} onChange={(isOpen) => onChange(isOpen ? usual : null)}>
        {title}
      </CheckboxField>
      <input type="hidden" name={name} value={writeOpenDay(day) || 'closed'} />
      {day && (
        <div className="two">
          {(['from', 'to'] as const).map((end) => (
            <TextField
              key={end}
              label={`${title} ${end}`}
              type="time"
              value={day[end]}
              onChange={({ target }) => onChange({ ...day, [end]: target.value })}
              required
            />
          ))}
        </div>
      )}
    </div>
  );
}

function readOpenDay(times: string): OpenDay | null {
  const [from = '', to = ''] = times.split('-');
  return times === '' ? null : { from, to };
}

const writeOpenDay = (day: OpenDay | null): string => (day ? `${day.from}-${day.to}` : '');

/** Shows the days on which the centre is closed. The last row is always empty, so that one more can be added. */
function HolidayFields({ holidays }: { holidays: HolidayReasonsByDay }) {
  const [rows, setRows] = useState(() => [
    ...Object.entries(holidays).map(([day, reason], key) => ({ key, day, reason })),
    { key: -1, day: '', reason: '' },
  ]);
  const change = (key: number, part: { day: string } | { reason: string }) =>
    setRows((before) => {
      const changed = before.map((row) => (row.key === key ? { ...row, ...part } : row));
      return changed.at(-1)?.day ? [...changed, { key: before.length, day: '', reason: '' }] : changed;
    });
  const given = rows.filter(({ day }) => day !== '').map(({ day, reason }) => [day, reason.trim()]);
  return (
    <fieldset className={`stack ${frames.part}`} data-gap="3">
      <legend>Holidays</legend>
      <p className="muted small">
        Days on which the centre is closed. Shoppers read of those in the next 14 days. Clear a date to remove
        it.
      </p>
      <input type="hidden" name="holidays" value={JSON.stringify(Object.fromEntries(given))} />
      {rows.map(({ key, day, reason }, index) => (
        <div key={key} className="two">
          <TextField
            label={`Holiday ${index + 1}`}
            type="date"
            value={day}
            onChange={({ target }) => change(key, { day: target.value })}
          />
          <TextField
            label={`Reason ${index + 1}`}
            optional
            value={reason}
            maxLength={CENTRE_HOLIDAY_REASON_LENGTH_MAX}
            onChange={({ target }) => change(key, { reason: target.value })}
          />
        </div>
      ))}
    </fieldset>
  );
}

function OrdersPerDayField({ ordersPerDay }: { ordersPerDay: number | null }) {
  const [typed, setTyped] = useState(String(ordersPerDay ?? ''));
  return (
    <>
      <input type="hidden" name="ordersPerDay" value={typed.trim() || NONE} />
      <TextField
        label="Orders a day"
        optional
        hint="How many it can hand out in a day. Operators see a warning when more goods go there."
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        {...createIntegerFieldProps(CENTRE_ORDERS_PER_DAY_MAX)}
      />
    </>
  );
}
