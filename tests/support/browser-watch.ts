import type { BrowserContext, ConsoleMessage } from 'playwright-core';

/** Collects a browser's errors and warnings; a test fails on each one that it did not allow. */
export interface BrowserErrorWatch {
  /** Allows a message that the test expects, such as the browser's own line about a 400 reply. */
  allow(pattern: RegExp): void;
  /** Messages that were not allowed. */
  complaints(): string[];
  /** Every line that reached the console, of any kind. */
  lines(): string[];
}

/**
 * Every test allows this message: an empty cart is a 404 with the cart as its body, and the browser logs any 404.
 */
const EMPTY_CART = /^error: Failed to load resource.* 404 .*\/api\/cart$/;

/** Playwright logs this in contexts that were opened without a service worker. */
const NO_WORKER = /^warning: Service Worker registration blocked by Playwright/;
const EXPECTED = [EMPTY_CART, NO_WORKER];

/**
 * Watches every page, worker and frame of a context for console errors and warnings, uncaught errors,
 * hydration messages and violations of the content security policy.
 */
export async function watchContextForErrors(context: BrowserContext): Promise<BrowserErrorWatch> {
  const seen: string[] = [];
  const lines: string[] = [];
  const allowed: RegExp[] = [...EXPECTED];
  context.on('console', (message) => {
    lines.push(describe(message));
    if (message.type() === 'error' || message.type() === 'warning') seen.push(describe(message));
  });
  context.on('weberror', (webError) => {
    seen.push(`uncaught: ${webError.error().stack ?? webError.error()}`);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`policy violation: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
    addEventListener('unhandledrejection', (event) => {
      console.error(`unhandled rejection: ${event.reason?.stack ?? event.reason}`);
    });
  });
  return {
    allow: (pattern) => allowed.push(pattern),
    lines: () => lines.filter((line) => !EXPECTED.some((pattern) => pattern.test(line))),
    complaints: () => seen.filter((line) => !allowed.some((pattern) => pattern.test(line))),
  };
}

function describe(message: ConsoleMessage): string {
  return `${message.type()}: ${message.text()} ${message.location().url}`;
}
