import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { installScriptedApi, renderScreenWithoutApp } from '../../../tests/support/screen-alone.tsx';
import AboutRoute from './AboutRoute.tsx';
import ContactRoute from './ContactRoute.tsx';
import PrivacyRoute from './PrivacyRoute.tsx';
import TermsRoute from './TermsRoute.tsx';

// These pages are what the shop promises in writing, so they are tested word for word.
beforeEach(() => void installScriptedApi({}));

/** Reads headings and paragraphs in the order of the page. */
function words(): string[] {
  return [...document.querySelectorAll('h1, h2, p')].map((each) => each.textContent ?? '');
}

function about(): (string | null | undefined)[] {
  const metas = ['meta[name=description]', 'link[rel=canonical]'];
  return [document.title, ...metas.map((meta) => document.head.querySelector(meta)).map(contentOf)];
}

function contentOf(meta: Element | null): string | null | undefined {
  return meta?.getAttribute('content') ?? meta?.getAttribute('href');
}

test('the terms say how a group buy binds both sides', () => {
  renderScreenWithoutApp(<TermsRoute />, { at: '/terms' });
  expect(words()).toEqual([
    'Terms',
    'Group buys',
    'You join a group once your payment is confirmed. Discounts apply only when the minimum number of buyers is reached. Each group is open for 48 hours from its first buyer. Orders cannot be changed once the group is full.',
    'While a group is forming you may leave it from My Account. What you paid goes back to your wallet.',
    'Payment and wallet',
    'You pay from your Ajora wallet, by card, or both. All prices are in naira and final. A card payment that fails or is cancelled takes nothing from your wallet.',
    'Refunds',
    'If the group does not complete within 48 hours, you are refunded or may switch to a solo purchase at the standard price. Refunds go to your wallet and can be used at once.',
    'If we cannot hand over what you bought, you get its full price back. Tell us at pickup if something is wrong with the goods.',
    'Pickup',
    'Delivery to the pickup centre begins once the group is full and is expected within 2-5 days. We send you a pickup code when your order is ready. Orders must be picked up within 3 days. There is no home delivery.',
    'Referrals',
    '500 naira for every 3 friends who sign up with your code and whose first order is secured. Inviting yourself does not count.',
    'Questions? Contact us. How we treat your data: Privacy.',
  ]);
  expect(about()).toEqual([
    'Terms · Ajora',
    'Group buys, payment, refunds and pickup: what you can rely on.',
    'https://shop.example/terms',
  ]);
  expect(screen.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe('/contact');
  expect(screen.getByRole('link', { name: 'Privacy' }).getAttribute('href')).toBe('/privacy');
});

test('the privacy page says what is kept, who sees it, how long, and what a shopper may ask', () => {
  renderScreenWithoutApp(<PrivacyRoute />, { at: '/privacy' });
  expect(words()).toEqual([
    'Privacy',
    'What we store',
    'Your name, email, WhatsApp number and the address you give at checkout, so that Ajora can run your account, make your orders and tell you where to collect them. Your password and your recovery key are stored only as hashes that nobody can read back.',
    'Your orders, payments and wallet, because the law asks every shop to keep its books. Cards are handled by our payment provider: we never see or store card numbers.',
    'Where and with which browser you signed in, to protect your account: as long as you are signed in and 30 days after.',
    'On this phone we store what the shop needs to open on a poor connection: your session, your cart and the pages you saw. Signing out removes it.',
    'Who sees it',
    'Our staff, the pickup centre that hands over your order, and the payment provider while you pay by card. We sell nothing to anybody. We send no marketing messages without your consent.',
    'When you join a group, other shoppers may see your first name and an initial, everybody may see your initials, and who opens a link that you shared may see your first name. You can switch that off under Edit Profile.',
    'A review that you write is public, with your first name and an initial, until you withdraw it or delete your account.',
    'How long',
    'Addresses are erased 90 days after you collected the order. Your name, email and phone stay until you delete your account; orders and payments then stay in our books without your name.',
    'Your rights',
    'Under the Nigeria Data Protection Act 2023 you may see, correct, take with you and delete your data. Edit Profile has Download my data and Delete account. For anything else write to . You may also complain to the Nigeria Data Protection Commission.',
    'See also our Terms.',
  ]);
  expect(about()).toEqual([
    'Privacy · Ajora',
    'What Ajora stores about you, and why.',
    'https://shop.example/privacy',
  ]);
  expect(screen.getByRole('link', { name: 'Terms' }).getAttribute('href')).toBe('/terms');
});

test('before the settings are known both pages speak of the shop without its name', () => {
  renderScreenWithoutApp(<PrivacyRoute />, { at: '/privacy', shop: null });
  expect(words()[2]).toContain('so that the shop can run your account');
  expect(words().at(-2)).toContain('For anything else write to us. You may');
  expect(document.title).toBe('Privacy');
  renderScreenWithoutApp(<TermsRoute />, { at: '/terms', shop: null });
  expect(screen.getByText(/^You pay from your wallet, by card, or both\./)).toBeDefined();
  expect(screen.getByText(/Each group is open for 48 hours from its first buyer/)).toBeDefined();
});

test('the about page names the four things a shopper can do', () => {
  renderScreenWithoutApp(<AboutRoute />, { at: '/about' });
  expect(words()).toEqual([
    'Buy Together, Save Together',
    'Wholesale directly to you',
    'Join group-buy deals',
    'Add an item to your cart to join or start a group. The discount applies once enough buyers have joined.',
    'Track deal progress',
    'See how full the group is, how much is still missing and how much time remains.',
    'Share deals with friends',
    'Send your link. When they join, the group fills faster for everyone.',
    'Get limited-time discounts',
    'Each deal has a deadline. If the group does not complete, you are refunded.',
  ]);
  expect(about()).toEqual([
    'About Us · Ajora',
    'Buy Together, Save Together. Wholesale directly to you.',
    'https://shop.example/about',
  ]);
});

test('the contact page names its four ways, and promises an answer before it knows them', () => {
  renderScreenWithoutApp(<ContactRoute />, { at: '/contact' });
  expect(words()).toEqual(['Contact', '', 'Address', 'Email', 'Phone', 'Hours']);
  expect(about().slice(0, 2)).toEqual(['Contact · Ajora', 'We reply within 24 hours.']);
});

test('before the settings are known the contact page promises an answer', () => {
  renderScreenWithoutApp(<ContactRoute />, { at: '/contact', shop: null });
  expect(words()).toEqual(['Contact', 'We reply within 24 hours.']);
});
