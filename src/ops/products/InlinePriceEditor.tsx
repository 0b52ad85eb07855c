import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PRICE_MAX_NAIRA } from '#contract/limits.ts';
import { opsEditProduct, opsListProducts } from '#contract/ops/products-endpoints.ts';
import { parseNaira } from '#contract/rules/text/number-input.ts';
import { sendApiRequest } from '../../lib/api/api-send.ts';
import { createRandomUuid } from '../../lib/browser/random-uuid.ts';
import { Button } from '../../ui/control/Button.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { formatNairaWithKobo } from '../display-text.ts';
import { useShowActionMessage } from '../frames/ActionForm.tsx';
import { RELOAD_ADVICE } from '../frames/conflict-error.ts';
import { refetchEndpoints } from '../frames/console-queries.ts';
import { createNairaFieldProps, FieldValuesForm } from '../frames/fields.tsx';
import { RequestFailureMessage } from '../frames/RequestFailureMessage.tsx';
import { MessageWithUndoButton } from '../frames/Undo.tsx';
import { createProductUndoRequest, requireExpectedValues } from './product-conflicts.ts';

interface Props {
  slug: string;
  title: string;
  price: number;
}

/** Shows a product's group price in a list; pressing it opens a field in its place. */
export function InlinePriceEditor({ slug, title, price }: Props) {
  const queryClient = useQueryClient();
  const showMessage = useShowActionMessage();
  const [isOpen, setOpen] = useState(false);
  // A different price needs another idempotency key, because the server refuses a different input under the same key.
  const [key, setKey] = useState(createRandomUuid);
  const setPrice = async (
    next: number,
    { body, ...rest }: { body: { dryRun?: true }; idempotencyKey?: string },
  ) => {
    const parts = { params: { slug }, body: { price: next, ...body }, ...rest };
    return [(await sendApiRequest(opsEditProduct, parts)).data];
  };
  const saved = useMutation({
    mutationFn: async (next: number) => {
      const planned = await setPrice(next, { body: { dryRun: true } });
      requireExpectedValues(planned, () => price, RELOAD_ADVICE);
      return setPrice(next, { body: {}, idempotencyKey: key });
    },
    onSuccess: async (done, next) => {
      const before = done[0]?.fields?.price?.before;
      const undo =
        typeof before === 'number' ? [createProductUndoRequest(done, (how) => setPrice(before, how))] : [];
      showMessage(
        <MessageWithUndoButton key={key} undo={undo}>
          {`The group price of ${title} is ${formatNairaWithKobo(next)} now.`}
        </MessageWithUndoButton>,
      );
      await refetchEndpoints(queryClient, opsListProducts);
      setOpen(false);
      setKey(createRandomUuid());
    },
  });
  if (!isOpen)
    return (
      <Button
        variant="quiet"
        small
        aria-label={`${formatNairaWithKobo(price)}, change the price of ${title}`}
        onClick={() => setOpen(true)}
      >
        {formatNairaWithKobo(price)}
      </Button>
    );
  return (
    <FieldValuesForm
      className="stack"
      data-gap="2"
      aria-label={`Price of ${title}`}
      names={['price']}
      onInput={() => {
        setKey(createRandomUuid());
        saved.reset();
      }}
      onFields={(typed) => saved.mutate(parseNaira(typed.price))}
    >
      <TextField
        label="Group price"
        name="price"
        defaultValue={String(price)}
        {...createNairaFieldProps(PRICE_MAX_NAIRA)}
        required
        autoFocus
      />
      <RequestFailureMessage error={saved.error} fallback="It could not be saved." />
      <div className="row" data-gap="2">
        <Button type="submit" small busyLabel={saved.isPending && 'Saving...'}>
          Save
        </Button>
        <Button variant="line" small onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </FieldValuesForm>
  );
}
