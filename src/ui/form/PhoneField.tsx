import type { ChangeEvent, ComponentProps } from 'react';
import styles from './Field.module.css';
import input from './Input.module.css';
import { LabelledField, type LabelledFieldProps } from './LabelledField.tsx';
import { applyPhoneEdit, formatNationalPhoneNumber } from './phone-mask.ts';
import { useControlledFieldProps } from './use-controlled-field-props.ts';

const PHONE_INPUT_MAX_LENGTH = 18;

interface Props
  extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'ref'>,
    LabelledFieldProps {
  /** Empty, `+234` and digits, or a foreign number, which is invalid. */
  value: string;
  onChange: (value: string) => void;
}

/** Shows a field for a Nigerian phone number with a fixed calling code: typing `0803…` gives `+234803…`. */
export function PhoneField({ label, hint, error, optional, id, value, onChange, ...rest }: Props) {
  const handleChange = ({ currentTarget: field, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    field.maxLength = PHONE_INPUT_MAX_LENGTH;
    const edited = applyPhoneEdit(value, {
      text: field.value,
      caret: field.selectionStart ?? field.value.length,
      inputType: (nativeEvent as Partial<InputEvent>).inputType,
    });
    // The field's value is set by hand, because React would move the caret to the end.
    field.value = formatNationalPhoneNumber(edited.value);
    if (document.activeElement === field) field.setSelectionRange(edited.caret, edited.caret);
    onChange(edited.value);
  };
  const text = useControlledFieldProps<HTMLInputElement>({
    value: formatNationalPhoneNumber(value),
    onChange: handleChange,
    ref: liftLimitForPieces,
  });
  return (
    <LabelledField {...{ id, label, hint, error }} optional={optional ?? false}>
      {(ties) => (
        <div className={styles.phone}>
          <span>+234</span>
          <input
            autoComplete="tel"
            {...rest}
            {...ties}
            {...text}
            type="tel"
            inputMode="tel"
            maxLength={PHONE_INPUT_MAX_LENGTH}
            className={input.input}
          />
        </div>
      )}
    </LabelledField>
  );
}

/** Removes `maxlength` while a number is pasted or autofilled, because its spaces must not count towards the length. */
function liftLimitForPieces(field: HTMLInputElement): () => void {
  const handleBeforeInput = ({ data, inputType }: InputEvent) => {
    const isTyped = data === null ? !/Paste|Drop/.test(inputType) : data.length < 2;
    if (isTyped) field.maxLength = PHONE_INPUT_MAX_LENGTH;
    else field.removeAttribute('maxlength');
  };
  field.addEventListener('beforeinput', handleBeforeInput);
  return () => field.removeEventListener('beforeinput', handleBeforeInput);
}
