import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { readablePhone } from '../lib/format.ts';
import { Link, useLocation, useNavigate } from '../lib/navigation.tsx';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/TextField.tsx';
import { findQuery } from './console-queries.ts';
import { fieldsOf } from './form-fields.ts';
import { Lines } from './Lines.tsx';
import { Loaded } from './Loaded.tsx';
import { opsScreens, pageOf } from './screens.ts';
import { lagosTime, paymentWords } from './words.ts';

/** One box for whatever a caller can tell. */
export function FindPage() {
  const navigate = useNavigate();
  const q = new URLSearchParams(useLocation().search).get('q') ?? '';
  const found = useQuery(findQuery(q));
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    navigate(`${opsScreens.find}?${new URLSearchParams(fieldsOf(event.currentTarget, ['q']))}`);
  };
  return (
    <div className="stack" data-gap="5">
      <h1>Find</h1>
      <form className="stack" onSubmit={handleSubmit}>
        <TextField
          label="Anything"
          name="q"
          hint="E-mail, phone, name, tracking number, reference, provider's number, or amount and day: ₦1,500 20/11/2026"
          defaultValue={q}
          key={q}
          maxLength={120}
          required
        />
        <Button type="submit" busyLabel={found.isFetching && 'Looking...'}>
          Find
        </Button>
      </form>
      {q !== '' && (
        <Loaded query={found}>
          {({ shoppers, payments }) => (
            <>
              <Lines title="Shoppers" rows={shoppers} empty="No shopper.">
                {({ id, name, email, phone, locked }) => [
                  <Link key={id} className="link" to={pageOf('shopper', id)}>
                    {name}
                  </Link>,
                  `${email}, ${readablePhone(phone)}${locked ? ', locked' : ''}`,
                ]}
              </Lines>
              <Lines title="Payments" rows={payments} empty="No payment.">
                {(payment) => [
                  <Link key={payment.reference} className="link" to={pageOf('payment', payment.reference)}>
                    {payment.shopper}, {paymentWords(payment)}
                  </Link>,
                  lagosTime(payment.createdAt),
                ]}
              </Lines>
            </>
          )}
        </Loaded>
      )}
    </div>
  );
}
