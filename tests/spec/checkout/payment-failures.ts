import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { addTestProduct } from '../../support/api-catalogue.ts';
import { createErrorBody } from '../../support/error-body.ts';
import { fillLabelledField, type SimulatedPhone, tapControl } from '../../support/phone.tsx';
import type { PhoneRequestFault } from '../../support/phone-line.ts';
import { advanceFakeTime, startAdvancingFakeTimers } from '../../support/phone-time.ts';
import { says } from '../specification.ts';

const PAY = 'POST /api/payment/initialize';

/** Tests the messages for failed payments at the checkout's button. */
export function paymentFailures(phone: SimulatedPhone): void {
  const answer = (status: number, message?: string): PhoneRequestFault => ({
    status,
    body: createErrorBody('internal', message),
  });
  const tryToPay = async (fault: PhoneRequestFault) => {
    const productId = await addTestProduct(phone.api);
    const { token } = await phone.member();
    await phone.api.call({ method: 'POST', url: '/api/cart/add', token, body: { productId, quantity: 1 } });
    phone.line.fail(PAY, fault);
    await phone.open('/checkout');
    await screen.findByLabelText('City');
    fillLabelledField('City', 'Ikeja');
    fillLabelledField('Street', '1 Allen Avenue');
    tapControl(/^Pay ₦/);
    await waitFor(() => expect(phone.line.sentTo(PAY)).toHaveLength(1));
  };
  const failsAs = async (fault: PhoneRequestFault, sentence: string) => {
    await tryToPay(fault);
    expect((await screen.findByText(sentence)).closest('[role=alert]')).not.toBeNull();
    // The typed address stays.
    expect((screen.getByLabelText('City') as HTMLInputElement).value).toBe('Ikeja');
  };

  describe('Payment', () => {
    test(says("success false: 'Payment failed: {message}'."), async () => {
      const body = { success: false, message: 'The bank sleeps' };
      await failsAs({ status: 200, body }, 'Payment failed: The bank sleeps');
    });

    test(says("Missing authorization_url: 'Payment initialization failed. Please try again.'"), async () => {
      const productId = await addTestProduct(phone.api);
      const { token } = await phone.member();
      await phone.api.call({ method: 'POST', url: '/api/cart/add', token, body: { productId, quantity: 1 } });
      const reference = 'gb-00000000000000000000000000';
      phone.line.fail(PAY, { status: 200, body: { success: true, message: 'ok', reference, groupBuys: [] } });
      phone.line.fail(`GET /api/payment/status/${reference}`, {
        status: 200,
        body: { success: true, status: 'pending', reference, outcome: null, message: '' },
      });
      await phone.open('/checkout');
      await screen.findByLabelText('City');
      fillLabelledField('City', 'Ikeja');
      fillLabelledField('Street', '1 Allen Avenue');
      tapControl(/^Pay ₦/);
      expect(await screen.findByText('Payment initialization failed. Please try again.')).toBeDefined();
    });

    test(
      says("500: 'Server error: Payment service is temporarily unavailable. Please try again later.'"),
      async () => {
        await failsAs(
          answer(500, 'Something else'),
          'Server error: Payment service is temporarily unavailable. Please try again later.',
        );
      },
    );

    test(
      says(
        "400: 'Payment error: {message}', or 'Payment error: Invalid payment request. Please check your details.' without a message.",
      ),
      async () => {
        await failsAs(answer(400, 'Your cart is empty'), 'Payment error: Your cart is empty');
        await failsAs(answer(400), 'Payment error: Invalid payment request. Please check your details.');
      },
    );

    test(says("401: 'Authentication error: Please log in again.'"), async () => {
      await failsAs(answer(401, 'Something else'), 'Authentication error: Please log in again.');
    });

    test(says("403: 'Access denied: You may not have permission to make this payment.'"), async () => {
      await failsAs(
        answer(403, 'Something else'),
        'Access denied: You may not have permission to make this payment.',
      );
    });

    test(says("404: 'Payment service not found. Please contact support.'"), async () => {
      await failsAs(answer(404, 'Something else'), 'Payment service not found. Please contact support.');
    });

    test(
      says("Network error: 'Network error: Please check your internet connection and try again.'"),
      async () => {
        startAdvancingFakeTimers();
        await tryToPay('no line');
        for (let second = 0; second < 8; second += 1) await advanceFakeTime(1_000);
        const words = 'Network error: Please check your internet connection and try again.';
        expect(await screen.findByText(words)).toBeDefined();
      },
    );

    test(says("Timeout: 'Request timeout: Please try again.'"), async () => {
      startAdvancingFakeTimers();
      await tryToPay('silence');
      for (let tens = 0; tens < 4; tens += 1) await advanceFakeTime(10_000);
      expect(await screen.findByText('Request timeout: Please try again.')).toBeDefined();
    });

    test(
      says(
        "Other: 'Payment failed: {message}', or 'Payment failed: An unexpected error occurred.' without a message.",
      ),
      async () => {
        await failsAs(answer(418, 'Short and stout'), 'Payment failed: Short and stout');
        await failsAs(answer(418), 'Payment failed: An unexpected error occurred.');
      },
    );
  });
}
