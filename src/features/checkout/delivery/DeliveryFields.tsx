import { useQuery } from '@tanstack/react-query';
import { ADDRESS_FIELD_LENGTH_MAX, DELIVERY_ADDRESS_STATES } from '#contract/limits.ts';
import { buildCentreMapUrl, formatCentreAddress } from '#contract/rules/pickup/centre-address.ts';
import { pickupCentresQuery } from '../../../lib/query/pickup-centres.ts';
import { PhoneField } from '../../../ui/form/PhoneField.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Icon } from '../../../ui/icon/Icon.tsx';
import { AnnouncedText } from '../../../ui/message/Announcer.tsx';
import { MessageBox } from '../../../ui/message/MessageBox.tsx';
import {
  type DeliveryFieldErrors,
  type DeliveryInput,
  findPickupCentreForDelivery,
  listPickupCentresInState,
} from './delivery-checks.ts';

interface Props {
  delivery: DeliveryInput;
  errors: DeliveryFieldErrors;
  onChange: (field: keyof DeliveryInput, value: string) => void;
}

const STATES = DELIVERY_ADDRESS_STATES.map((state) => ({ value: state, label: state }));

/** Shows the pickup centre and the choice of another, then the fields of the shopper's address. */
export function DeliveryFields({ delivery, errors, onChange }: Props) {
  const { data: centres } = useQuery(pickupCentresQuery());
  const choice = centres ? listPickupCentresInState(centres, delivery) : [];
  const centre = centres && findPickupCentreForDelivery(centres, delivery);
  const field = (name: Exclude<keyof DeliveryInput, 'centreCode'>) => ({
    name,
    value: delivery[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => onChange(name, event.target.value),
  });
  return (
    <>
      <section className="card stack">
        <h2>Pickup centre</h2>
        <MessageBox role="note" icon="pin">
          Orders are collected at designated pickup centres. There is no home delivery.
        </MessageBox>
        {centre && choice.length > 1 && (
          <SelectField
            label="Collect your order at"
            name="centre"
            options={choice.map(({ code, name, city }) => ({ value: code, label: `${name}, ${city}` }))}
            value={centre.code}
            onChange={(event) => onChange('centreCode', event.target.value)}
          />
        )}
        {centre && (
          <>
            <AnnouncedText className="small">
              {'You will collect your order at '}
              <strong>{centre.name}</strong>
              <span>{`, ${formatCentreAddress(centre)} (${centre.hours}).`}</span>
            </AnnouncedText>
            <a
              className="link small"
              href={buildCentreMapUrl(centre)}
              target="_blank"
              rel="noopener noreferrer"
            >
              <Icon name="pin" size="sm" />
              Open the map
            </a>
          </>
        )}
      </section>
      <section className="card stack">
        <h2>Shipping</h2>
        <p className="small muted">
          Your state and city suggest a pickup centre. Your address stays with your order; nothing is
          delivered to it.
        </p>
        <SelectField label="State" autoComplete="address-level1" options={STATES} {...field('state')} />
        <TextField
          label="City"
          autoComplete="address-level2"
          maxLength={ADDRESS_FIELD_LENGTH_MAX}
          required
          {...field('city')}
        />
        <TextField
          label="Street"
          autoComplete="street-address"
          maxLength={ADDRESS_FIELD_LENGTH_MAX}
          required
          {...field('street')}
        />
        <PhoneField
          label="Phone"
          required
          {...field('phone')}
          onChange={(phone) => onChange('phone', phone)}
        />
      </section>
    </>
  );
}
