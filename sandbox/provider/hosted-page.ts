import { createHash } from 'node:crypto';
import { buildCardPagePath } from './provider-simulator.ts';
import type { SandboxCheckoutSession } from './sandbox-records.ts';

export interface HostedCardPageView {
  session: SandboxCheckoutSession;
  isExpired: boolean;
  banner?: { tone: 'error' | 'success'; message: string };
  /** Address of the link "Return to the shop" on a page that is closed. */
  returnUrl: string;
}

const STYLE = `
:root{color-scheme:light dark;--canvas:#fbf8f2;--surface:#fff;--sunken:#f3eee4;--text:#1a1f1a;--muted:#565d54;--border:#e7dfd1;--control:#878473;--brand:#0b6b3f;--on-brand:#fff;--maize-soft:#fff3d1;--on-maize-soft:#6f4a00;--danger:#b3261e;--danger-soft:#fdeae8;--success:#13753c;--success-soft:#e2f3e7;--focus:#0b57d0}
@media (prefers-color-scheme:dark){:root{--canvas:#0f120f;--surface:#191d19;--sunken:#131613;--text:#f2f0e9;--muted:#abb2a6;--border:#2d332c;--control:#7d8678;--brand:#4fc68c;--on-brand:#052213;--maize-soft:#332808;--on-maize-soft:#ffd977;--danger:#ff8a80;--danger-soft:#3b1614;--success:#6fd49a;--success-soft:#14301f;--focus:#8ab8ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--text);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
.banner{margin:0;padding:.625rem 1rem;background:var(--maize-soft);color:var(--on-maize-soft);text-align:center;font-weight:700;font-size:.875rem}
main{max-width:27.5rem;margin:0 auto;padding:1.5rem min(1rem,4vw) 3rem}
.card{background:var(--surface);border:1px solid var(--border);border-radius:1rem;padding:1.25rem;margin-block:0 1rem}
h1{font-size:1rem;font-weight:500;color:var(--muted);margin:0}
h2{font-size:1.125rem;margin:0 0 .75rem}
.amount{font-size:min(clamp(1.75rem,1.2rem + 2.4vw,2.25rem),11vw);font-weight:800;letter-spacing:-.02em;line-height:1.15;margin:.25rem 0}
dl{display:grid;gap:.25rem;margin:.75rem 0 0;font-size:.875rem}
dl div{display:flex;flex-wrap:wrap;gap:0 .75rem}
dt{color:var(--muted)}dd{margin:0;margin-inline-start:auto;text-align:end;overflow-wrap:anywhere}
.reference{font-size:.75rem;line-height:1.75;letter-spacing:-.01em}
::placeholder{color:var(--muted);opacity:1}
label{display:block;font-size:.875rem;font-weight:500;margin-block:0 .75rem}
input{display:block;inline-size:100%;min-block-size:3rem;margin-block-start:.25rem;padding:0 .75rem;border:1px solid var(--control);border-radius:.75rem;background:var(--surface);color:inherit;font:inherit}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:.75rem}
button,.button{display:block;inline-size:100%;min-block-size:3rem;padding:.5rem min(1rem,5vw);border:1px solid var(--control);border-radius:.75rem;background:var(--surface);color:inherit;font:inherit;font-weight:500;text-align:center;text-decoration:none;cursor:pointer}
.button{line-height:2rem}
.main{background:var(--brand);border-color:var(--brand);color:var(--on-brand);font-weight:700}
.stack{display:grid;gap:.5rem;margin-block-start:.5rem}
.hint{font-size:.8125rem;color:var(--muted);margin:.75rem 0 0}
.banner{border-radius:.75rem;padding:.75rem 1rem;margin:0 0 1rem;font-weight:500}
.error{background:var(--danger-soft);color:var(--danger)}.success{background:var(--success-soft);color:var(--success)}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

const OUTCOME_BUTTONS: [outcome: string, label: string][] = [
  ['success', 'Pay now (success)'],
  ['decline', 'Decline'],
  ['cancel', 'Cancel'],
  ['close_tab', 'Pay, then close the tab (no redirect)'],
  ['webhook_lost', 'Pay, webhook lost'],
  ['bank_transfer', 'Bank transfer pending 2 min'],
  ['session_timeout', 'Session timeout'],
  ['pay_less', 'Pay less'],
  ['pay_more', 'Pay more'],
  ['pay_twice', 'Pay twice'],
];

/** Builds the content security policy of the card page. Its forms may lead only to this server and the shop. */
export function buildHostedPageCsp(session: SandboxCheckoutSession | undefined): string {
  const shop = session ? ` ${new URL(session.redirectUrl).origin}` : '';
  return `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'${shop}; base-uri 'none'; frame-ancestors 'none'`;
}

/** Simulates the provider's card page with plain forms, without scripts or style attributes. */
export function renderHostedCardPage(view: HostedCardPageView): string {
  const { session, banner } = view;
  const isOver = view.isExpired || session.state !== 'open';
  const message = banner ?? endBanner(view);
  return page(
    `Pay ${naira(session.amount)}`,
    `<section class="card">
<h1>Pay ${escapeHtml(session.title)}</h1>
<p class="amount">${naira(session.amount)}</p>
<dl>
<div><dt>Reference</dt><dd class="reference">${escapeHtml(session.txRef)}</dd></div>
<div><dt>For</dt><dd>${escapeHtml(session.description)}</dd></div>
<div><dt>Paid by</dt><dd>${escapeHtml(session.customer.email)}</dd></div>
</dl>
</section>
${message ? `<p class="banner ${message.tone}" role="status">${escapeHtml(message.message)}</p>` : ''}
${isOver ? returnLink(view.returnUrl) : payForms(session)}`,
  );
}

export function renderUnknownPaymentPage(): string {
  return page(
    'Payment not found',
    '<section class="card"><h2>This payment link does not exist.</h2></section>',
  );
}

function endBanner(view: HostedCardPageView): HostedCardPageView['banner'] {
  if (view.session.state === 'paid') return { tone: 'success', message: 'This payment has been made.' };
  if (view.isExpired || view.session.state === 'closed') {
    return { tone: 'error', message: 'This payment session has timed out. Nothing was charged.' };
  }
  return undefined;
}

function payForms(session: SandboxCheckoutSession): string {
  const action = buildCardPagePath(session.id);
  const left = session.tries > 0 ? button('leave', 'Leave without paying (failed)') : '';
  return `<form class="card" method="post" action="${action}">
<h2>Pay with a test card</h2>
<label>Card number<input name="card_number" inputmode="numeric" autocomplete="off" maxlength="23" placeholder="5531 8866 5214 2950" required></label>
<div class="pair">
<label>Expiry<input name="expiry" inputmode="numeric" autocomplete="off" maxlength="5" placeholder="09/32"></label>
<label>CVV<input name="cvv" inputmode="numeric" autocomplete="off" maxlength="4" placeholder="564"></label>
</div>
<button class="main" name="outcome" value="card">Pay ${naira(session.amount)}</button>
<p class="hint">5531 8866 5214 2950 is paid, 4084 0840 8408 4081 is declined. Never type a real card here.</p>
</form>
<form class="card" method="post" action="${action}">
<h2>Or choose what happens</h2>
<div class="stack">${OUTCOME_BUTTONS.map(([outcome, label]) => button(outcome, label)).join('\n')}${left}</div>
</form>
<form class="card" method="post" action="${action}">
<label>Seconds until it is paid<input name="seconds" type="number" min="1" max="3600" value="10"></label>
${button('slow', 'Pay slowly (pending, then success)')}
</form>`;
}

function button(outcome: string, label: string): string {
  const look = outcome === 'success' ? ' class="main"' : '';
  return `<button${look} name="outcome" value="${outcome}">${label}</button>`;
}

function returnLink(url: string): string {
  return `<a class="button" href="${escapeHtml(url)}">Return to the shop</a>`;
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header class="banner">Payment sandbox: no real money moves.</header>
<main>
${body}
</main>
</body>
</html>
`;
}

function naira(amount: number): string {
  return `₦${amount.toLocaleString('en-NG', { maximumFractionDigits: 2 })}`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
