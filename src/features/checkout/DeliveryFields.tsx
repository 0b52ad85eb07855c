import { useQuery } from '@tanstack/react-query';
import { ADDRESS_FIELD_MAX, DELIVERY_STATES } from '#contract/limits.ts';
import { AnnouncedText } from '../../ui/Announcer.tsx';
import { Note } from '../../ui/Note.tsx';
import { PhoneField } from '../../ui/PhoneField.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { centresQuery } from './checkout-queries.ts';
import { type Delivery, type DeliveryErrors, pickupCentreFor } from './delivery-checks.ts';

interface Props {
  delivery: Delivery;
  errors: DeliveryErrors;
  onChange: (field: keyof Delivery, value: string) => void;
}

const STATES = DELIVERY_STATES.map((state) => ({ value: state, label: state }));

/** Asks for the shopper's address and shows the pickup centre that follows from it. */
export function DeliveryFields({ delivery, errors, onChange }: Props) {
  const { data: centres } = useQuery(centresQuery());
  const centre = centres && pickupCentreFor(centres, delivery);
  const field = (name: keyof Delivery) => ({
    name,
    value: delivery[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => onChange(name, event.target.value),
  });
  return (
    <section className="card stack">
      <h2>Shipping</h2>
      <Note role="note" icon="pin">
        Orders are collected at designated pickup centres. There is no home delivery.
      </Note>
      <Select label="State" autoComplete="address-level1" options={STATES} {...field('state')} />
      <TextField
        label="City"
        autoComplete="address-level2"
        maxLength={ADDRESS_FIELD_MAX}
        required
        {...field('city')}
      />
      <TextField
        label="Street"
        autoComplete="street-address"
        maxLength={ADDRESS_FIELD_MAX}
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
