import 'fake-indexeddb/auto';
import { onlineManager } from '@tanstack/react-query';
import { act, cleanup, configure, fireEvent, render, screen } from '@testing-library/react';
import { BrowserRouter } from 'react-router-dom';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import type { User } from '#contract/schemas/auth.ts';
import { outboxJob } from '../../server/jobs/outbox-job.ts';
import { openLive } from '../../server/live.ts';
import type { LiveEvents } from '../../server/realtime/publish.ts';
import { App } from '../../src/app/App.tsx';
import { createPurge } from '../../src/app/purge.ts';
import { createQueryClient } from '../../src/app/query-client.ts';
import { matchRoute } from '../../src/app/route-table.ts';
import { onApiNoResponse, onApiResponse } from '../../src/lib/api-send.ts';
import { endSession, getSession, onSessionEnd, startSession } from '../../src/lib/session.ts';
import { Connection } from '../../src/offline/connection/connection.ts';
import { dismissToasts } from '../../src/ui/toast.ts';
import { startApi, type TestApi } from './api.ts';
import { addCentre } from './api-catalogue.ts';
import { type ApiShopper, signUpShopper } from './api-shopper.ts';
import { findFreePort } from './free-port.ts';
import { outbox, phone as phoneOfApp, services, storage } from './own-app.tsx';
import { openPhoneLine, type PhoneLine } from './phone-line.ts';

// What the page says is enough to see what went wrong.
configure({
  asyncUtilTimeout: 10_000,
  // What readers are told stands in the page a second time.
  defaultIgnore: 'script, style, [data-announcer]',
  getElementError: (message) =>
    new Error(
      `${message?.split('\n')[0]}\nThe page at ${location.pathname} says: ${document.body.textContent}`,
    ),
});

/** A phone with the whole app on it, in front of a real shop. One for a test file; each test starts anew. */
export interface Phone {
  readonly api: TestApi;
  readonly line: PhoneLine;
  /** The app's cache of answers. */
  readonly queryClient: ReturnType<typeof createQueryClient>;
  /** Opens an address, as a link would. Loads the page's code first. */
  open(path: string, state?: object): Promise<void>;
  /** Signs a shopper in on this phone without the form. */
  signIn(shopper: ApiShopper): void;
  /** The phone as a visitor's again, without a word to the server. */
  signOut(): void;
  /** A new shopper, signed in on this phone. */
  member(): Promise<ApiShopper>;
  /** Lets the pages that are opened from now on in this test connect to the live line. */
  goLive(): void;
  /** The live lines that the app opened in this test, and what it said on them. */
  readonly sockets: Socket[];
  readonly said: unknown[][];
  /** The shop's own voice on the live line. */
  readonly live: LiveEvents;
  /** Lets the shop tell what happened: notifications, pop-ups, progress. */
  tell(): Promise<void>;
}

/**
 * Registers the phone of a test file. The file needs `// @vitest-environment happy-dom` at its top.
 *
 * @param env environment of the shop behind it.
 */
export function phoneForFile(env: Record<string, string> = {}): Phone {
  let api: TestApi | undefined;
  let live: LiveEvents | undefined;
  let isLive = false;
  let line: PhoneLine | undefined;
  // The app's outbox keeps the first one it gets, so a file has one.
  const queryClient = createQueryClient();

  beforeAll(async () => {
    const port = await findFreePort();
    const address = `http://127.0.0.1:${port}`;
    api = await startApi({
      port,
      env: { PUBLIC_URL: address, RATE_LIMIT_FACTOR: '1000', ...env },
      extend: (app, deps) => {
        live = openLive(app, deps);
      },
    });
    await addCentre(api);
    line = openPhoneLine(api);
    (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(`${address}/`);
    // The library itself, with an ear on what goes out; it connects in tests that ask for it.
    vi.doMock('socket.io-client', async (importOriginal) => {
      const original = await importOriginal<typeof import('socket.io-client')>();
      const io = (options: object) => {
        const socket = original.io({ ...options, autoConnect: isLive });
        socket.onAnyOutgoing((...said: unknown[]) => phone.said.push(said));
        phone.sockets.push(socket);
        return socket;
      };
      return { ...original, io };
    });
    await Promise.all([
      import('../../src/app/BackgroundServices.tsx'),
      import('../../src/app/Realtime.tsx'),
      import('../../src/features/checkout/PaymentService.tsx'),
      import('../../src/ui/ToastHost.tsx'),
    ]);
    vi.stubGlobal('fetch', line.fetch);
    vi.stubGlobal('scrollTo', () => undefined);
    const connection = new Connection();
    connection.start();
    for (const note of [connection.noteAnswer, outbox.noteServerAnswer]) onApiResponse(note);
    onApiNoResponse(connection.noteSilence);
  });
  beforeEach(() => void vi.spyOn(console, 'info').mockImplementation(() => undefined));
  afterEach(async () => {
    cleanup();
    isLive = false;
    phone.sockets.length = 0;
    phone.said.length = 0;
    vi.useRealTimers();
    act(() => {
      dismissToasts();
      endQuietly();
    });
    // A sign-out goes home when the shopper's data is gone: not into the next test.
    await vi.waitFor(() => expect(services.get(createPurge).isUnderWay()).toBe(false), 5_000);
    onlineManager.setOnline(true);
    // What the phone has saved of this test is no other test's: what is being read comes first, then what is saved.
    await phoneOfApp.cache?.whenRead();
    await queryClient.cancelQueries();
    queryClient.clear();
    await phoneOfApp.cache?.keep();
    await storage.removeAll('qc|');
    vi.restoreAllMocks();
    localStorage.clear();
    sessionStorage.clear();
    line?.reset();
  });
  afterAll(async () => {
    vi.unstubAllGlobals();
    // What the app does at an idle moment needs its page.
    await new Promise((resolve) => setTimeout(resolve, 250));
    await api?.close();
  });

  const phone: Phone = {
    get api() {
      return api as TestApi;
    },
    get line() {
      return line as PhoneLine;
    },
    get live() {
      return live as LiveEvents;
    },
    queryClient,
    sockets: [],
    said: [],
    async open(path, state) {
      cleanup();
      history.replaceState(state ? { usr: state, key: 'test', idx: 0 } : null, '', path);
      await matchRoute(location.pathname)?.route.preload();
      await act(async () => {
        render(
          <BrowserRouter>
            <App queryClient={queryClient} services={services} />
          </BrowserRouter>,
        );
      });
    },
    signIn(shopper) {
      const user: User = {
        id: shopper.id,
        name: shopper.name,
        email: shopper.email,
        phone: shopper.phone,
        referralCode: shopper.referralCode,
        socialProof: true,
      };
      // What is open belongs to whoever used the phone before.
      cleanup();
      queryClient.clear();
      localStorage.clear();
      sessionStorage.clear();
      phone.line.reset();
      phone.line.keep(shopper.cookies);
      startSession(shopper.token, user);
    },
    signOut() {
      cleanup();
      endQuietly();
    },
    async member() {
      const shopper = await signUpShopper(phone.api);
      phone.signIn(shopper);
      return shopper;
    },
    goLive() {
      isLive = true;
    },
    async tell() {
      const onFailure = (_: unknown, error: unknown) => {
        throw error;
      };
      await outboxJob(phone.api.db, phone.live, { onFailure }).run({ isStopping: () => false });
    },
  };
  return phone;
}

/** An end that no page hears of, now or later. */
function endQuietly(): void {
  const unsubscribe = onSessionEnd(() => undefined);
  if (getSession().status === 'member') endSession('signed-out');
  unsubscribe();
}

/** Types into the field of a label. */
export function fill(label: string | RegExp, value: string): void {
  fireEvent.change(screen.getByLabelText(label, { selector: 'input, textarea, select' }), {
    target: { value },
  });
}

/** Taps a button. The first one, where a phone and a wide screen each have theirs. */
export function tap(name: string | RegExp, role: 'button' | 'link' | 'radio' = 'button'): void {
  fireEvent.click(screen.getAllByRole(role, { name })[0] as HTMLElement);
}

/** What the toasts on the screen say. */
export function toasts(): string[] {
  return [...document.querySelectorAll('.Toastify__toast')].map((toast) => toast.textContent ?? '');
}

/** How long a toast stays, milliseconds: its end is an animation, which only a browser runs. */
export function toastMs(message: string): number {
  const toast = [...document.querySelectorAll('.Toastify__toast')].find((each) =>
    each.textContent?.includes(message),
  );
  return Number.parseInt(
    toast?.querySelector<HTMLElement>('[role=progressbar]')?.style.animationDuration ?? '',
    10,
  );
}
