import { useQuery } from '@tanstack/react-query';
import { ADDRESS_FIELD_LENGTH_MAX, DELIVERY_STATES } from '#contract/limits.ts';
import { AnnouncedText } from '../../ui/Announcer.tsx';
import { MessageBox } from '../../ui/Note.tsx';
import { PhoneField } from '../../ui/PhoneField.tsx';
import { SelectField } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { pickupCentresQuery } from './checkout-queries.ts';
import { type DeliveryFieldErrors, type DeliveryInput, selectPickupCentre } from './delivery-checks.ts';

interface Props {
  delivery: DeliveryInput;
  errors: DeliveryFieldErrors;
  onChange: (field: keyof DeliveryInput, value: string) => void;
}

const STATES = DELIVERY_STATES.map((state) => ({ value: state, label: state }));

/** Asks for the shopper's address and shows the pickup centre that follows from it. */
export function DeliveryFields({ delivery, errors, onChange }: Props) {
  const { data: centres } = useQuery(pickupCentresQuery());
  const centre = centres && selectPickupCentre(centres, delivery);
  const field = (name: keyof DeliveryInput) => ({
    name,
    value: delivery[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => onChange(name, event.target.value),
  });
  return (
    <section className="card stack">
      <h2>Shipping</h2>
      <MessageBox role="note" icon="pin">
        Orders are collected at designated pickup centres. There is no home delivery.
      </MessageBox>
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
      <PhoneField label="Phone" required {...field('phone')} onChange={(phone) => onChange('phone', phone)} />
      {centre && (
        <AnnouncedText className="small">
          {'You will collect your order at '}
          <strong>{centre.name}</strong>
          <span>{`, ${centre.address} (${centre.hours}).`}</span>
        </AnnouncedText>
      )}
    </section>
  );
}
