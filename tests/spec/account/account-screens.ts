import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { addTestProduct } from '../../support/api-catalogue.ts';
import { payFromWalletThroughApi } from '../../support/api-checkout.ts';
import { adjustTestWallet } from '../../support/give-money.ts';
import { fillLabelledField, type SimulatedPhone, tapControl } from '../../support/phone.tsx';
import { says } from '../specification.ts';

const GROUPS = 'GET /api/group/my-groups';

/** Tests the account page and the profile. */
export function accountScreens(phone: SimulatedPhone): void {
  /** Signs in a member who has joined a group of each product. */
  const buy = async (
    ...bought: { title: string; quantity: number; minUnits: number; priceNaira: number }[]
  ) => {
    const shopper = await phone.member();
    await adjustTestWallet(phone.api, shopper.id, 100_000);
    for (const { title, quantity, minUnits, priceNaira } of bought) {
      const product = await addTestProduct(phone.api, { title, minUnits, priceNaira, baseNaira: priceNaira });
      await payFromWalletThroughApi(phone.api, shopper, product, quantity);
    }
    return shopper;
  };
  const sort = () => screen.getByLabelText('Sort') as HTMLSelectElement;
  const titles = () =>
    screen
      .getAllByRole('progressbar')
      .map((bar) => bar.getAttribute('aria-label')?.replace('Group progress of ', ''));

  describe('Account', () => {
    test(
      says(
        'Profile header with an initials avatar, the name, and Edit Profile (/edit-profile) and Wallet (/wallet) buttons.',
      ),
      async () => {
        await phone.member();
        await phone.open('/account');
        const heading = screen.getByRole('heading', { level: 1, name: 'Ada Obi' });
        const header = heading.closest('section') as HTMLElement;
        expect(header.firstElementChild?.textContent).toBe('AO');
        const link = (name: string) => within(header).getByRole('link', { name }).getAttribute('href');
        expect(link('Edit Profile')).toBe('/edit-profile');
        expect(link('Wallet')).toBe('/wallet');
      },
    );

    test(says("Then 'Group Buy Statistics', then 'Your Group Buys'."), async () => {
      await phone.member();
      await phone.open('/account');
      const headings = screen.getAllByRole('heading').map(({ textContent }) => textContent);
      expect(headings.slice(0, 3)).toEqual(['Ada Obi', 'Group Buy Statistics', 'Your Group Buys']);
    });

    test(
      says('Group buys list: a search box, filter tabs (all, successful, failed, active) and a sort select.'),
      async () => {
        await buy(
          { title: 'Beans', quantity: 1, minUnits: 10, priceNaira: 1_000 },
          { title: 'Garri', quantity: 2, minUnits: 2, priceNaira: 1_000 },
        );
        await phone.open('/account');
        await screen.findByRole('link', { name: 'Beans' });
        const tabs = within(screen.getByRole('group', { name: 'Filter' })).getAllByRole('button');
        expect(tabs.map(({ textContent }) => textContent)).toEqual(['All', 'Successful', 'Failed', 'Active']);
        tapControl('Successful');
        expect(titles()).toEqual(['Garri']);
        tapControl('Active');
        expect(titles()).toEqual(['Beans']);
        tapControl('All');
        fireEvent.change(screen.getByPlaceholderText('Search'), { target: { value: 'gAR' } });
        expect(titles()).toEqual(['Garri']);
        expect(sort().options.length).toBe(6);
      },
    );

    test(
      says(
        'Sort options: Newest First, Oldest First, Progress High to Low, Progress Low to High, Amount High to Low, Amount Low to High.',
      ),
      async () => {
        await buy(
          { title: 'Cheap half', quantity: 1, minUnits: 2, priceNaira: 1_000 },
          { title: 'Dear tenth', quantity: 1, minUnits: 10, priceNaira: 9_000 },
          { title: 'Middle third', quantity: 1, minUnits: 3, priceNaira: 5_000 },
        );
        await phone.open('/account');
        await screen.findByRole('link', { name: 'Cheap half' });
        const orders: Record<string, string[]> = {
          'Newest First': ['Middle third', 'Dear tenth', 'Cheap half'],
          'Oldest First': ['Cheap half', 'Dear tenth', 'Middle third'],
          'Progress High to Low': ['Cheap half', 'Middle third', 'Dear tenth'],
          'Progress Low to High': ['Dear tenth', 'Middle third', 'Cheap half'],
          'Amount High to Low': ['Dear tenth', 'Middle third', 'Cheap half'],
          'Amount Low to High': ['Cheap half', 'Middle third', 'Dear tenth'],
        };
        const options = [...sort().options];
        expect(options.map(({ textContent }) => textContent)).toEqual(Object.keys(orders));
        for (const option of options) {
          fireEvent.change(sort(), { target: { value: option.value } });
          await waitFor(() => expect(titles()).toEqual(orders[option.textContent ?? '']));
        }
      },
    );

    test(
      says(
        "Empty list: 'You have no group buys yet.' when no filter is active, otherwise 'No group buys match your filters.'",
      ),
      async () => {
        await phone.member();
        await phone.open('/account');
        expect(await screen.findByText('You have no group buys yet.')).toBeDefined();
        tapControl('Failed');
        expect(screen.getByText('No group buys match your filters.')).toBeDefined();
        expect(screen.queryByText('You have no group buys yet.')).toBeNull();
        tapControl('All');
        fireEvent.change(screen.getByPlaceholderText('Search'), { target: { value: 'rice' } });
        expect(screen.getByText('No group buys match your filters.')).toBeDefined();
        expect(phone.line.sentTo(GROUPS).length).toBeGreaterThan(0);
      },
    );
  });

  describe('Edit profile', () => {
    test(says("Titled 'Edit Profile'."), async () => {
      await phone.member();
      await phone.open('/edit-profile');
      expect(screen.getByRole('heading', { level: 1, name: 'Edit Profile' })).toBeDefined();
      await waitFor(() => expect(document.title).toBe('Edit Profile · Oja Wa'));
    });

    test(says("It has a fullname field and an 'Update Secret Recovery Key' card."), async () => {
      await phone.member();
      await phone.open('/edit-profile');
      const name = screen.getByLabelText('Full name') as HTMLInputElement;
      expect([name.name, name.value]).toEqual(['fullname', 'Ada Obi']);
      const card = screen
        .getByRole('heading', { name: 'Update Secret Recovery Key' })
        .closest('form') as HTMLElement;
      expect(within(card).getByLabelText('Current password', { selector: 'input' })).toBeDefined();
      expect(within(card).getByLabelText('New recovery key', { selector: 'input' })).toBeDefined();
    });

    test(says('It returns to /account after saving.'), async () => {
      await phone.member();
      await phone.open('/edit-profile');
      fillLabelledField('Full name', '');
      tapControl('Save changes');
      expect(location.pathname).toBe('/edit-profile');
      fillLabelledField('Full name', 'Ada Okafor');
      tapControl('Save changes');
      await waitFor(() => expect(location.pathname).toBe('/account'));
      expect(await screen.findByRole('heading', { level: 1, name: 'Ada Okafor' })).toBeDefined();
    });
  });
}
