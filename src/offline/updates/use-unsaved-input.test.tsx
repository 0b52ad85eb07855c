import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Product } from '#contract/schemas/product.ts';
import { testAppServices } from '../../../tests/support/own-app.tsx';
import { renderScreenWithoutApp } from '../../../tests/support/screen-alone.tsx';
import { DeleteAccountDialog } from '../../features/account/DeleteAccountDialog.tsx';
import { EditProfileForm } from '../../features/account/EditProfileForm.tsx';
import { UpdateRecoveryKeyCard } from '../../features/account/UpdateRecoveryKeyCard.tsx';
import { RegisterForm } from '../../features/auth/RegisterForm.tsx';
import { NewPasswordForm } from '../../features/auth/recovery/NewPasswordForm.tsx';
import { RecoveryKeyResetRequestForm } from '../../features/auth/recovery/RecoveryKeyResetRequestForm.tsx';
import { TemporaryRecoveryKeyForm } from '../../features/auth/recovery/TemporaryRecoveryKeyForm.tsx';
import { VerifyRecoveryKeyForm } from '../../features/auth/recovery/VerifyRecoveryKeyForm.tsx';
import { SignInForm } from '../../features/auth/SignInForm.tsx';
import { PurchasePanel } from '../../features/product/purchase/PurchasePanel.tsx';
import { createReloadBlockers } from './reload-blockers.ts';

const busy = testAppServices.get(createReloadBlockers);

const no = () => undefined;

test.each([
  ['Email', <SignInForm key="form" productSlug={null} onSignedIn={no} />],
  ['Name', <RegisterForm key="form" referralCode="ADAOBI12" productSlug={null} onSignedUp={no} />],
  ['Full name', <EditProfileForm key="form" name="Ada" onSaved={no} />],
  ['Current password', <UpdateRecoveryKeyCard key="form" />],
  ['Password', <DeleteAccountDialog key="form" onClose={no} onDeleted={no} />],
  ['Secret recovery key', <VerifyRecoveryKeyForm key="form" email="" onEmail={no} onVerified={no} />],
  ['Reason', <RecoveryKeyResetRequestForm key="form" email="" onEmail={no} onBack={no} onRequested={no} />],
  [
    'New recovery key',
    <TemporaryRecoveryKeyForm
      key="form"
      email="a@b.example"
      temporaryKey="k"
      onUpdated={no}
      isDone={false}
    />,
  ],
])('the form with %s keeps its page from a reload while something stands in it', (label, form) => {
  const view = renderScreenWithoutApp(form);
  expect(busy.isFree()).toBe(true);
  fireEvent.change(screen.getByLabelText(label), { target: { value: 'typed' } });
  expect(busy.isFree()).toBe(false);
  view.unmount();
  expect(busy.isFree()).toBe(true);
});

test('a chosen quantity keeps its page from a reload', () => {
  const product = { price: 1, sellingUnitsData: { options: [] } } as unknown as Product;
  renderScreenWithoutApp(
    <PurchasePanel product={product} progress={null} onAdd={no} isAdding={false} windowHours={48} />,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Increase quantity' }));
  expect(busy.isFree()).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Decrease quantity' }));
  expect(busy.isFree()).toBe(true);
});

test('what is as it was before is not worth a word', () => {
  renderScreenWithoutApp(<EditProfileForm name="Ada" onSaved={no} />);
  const field = screen.getByLabelText('Full name');
  fireEvent.change(field, { target: { value: 'Ada Obi' } });
  expect(busy.isFree()).toBe(false);
  fireEvent.change(field, { target: { value: 'Ada' } });
  expect(busy.isFree()).toBe(true);
});

test('the step that holds a reset token in memory is never reloaded', () => {
  const view = renderScreenWithoutApp(<NewPasswordForm resetToken="t" onBack={no} onReset={no} />);
  expect(busy.isFree()).toBe(false);
  view.unmount();
  expect(busy.isFree()).toBe(true);
});
