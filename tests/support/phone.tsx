import 'fake-indexeddb/auto';
import { onlineManager } from '@tanstack/react-query';
import { act, cleanup, configure, fireEvent, render, screen } from '@testing-library/react';
import { BrowserRouter } from 'react-router-dom';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import type { User } from '#contract/schemas/auth.ts';
import { createOutboxJob } from '../../server/jobs/outbox-job.ts';
import { openLiveEventSockets } from '../../server/live.ts';
import type { LiveEventSender } from '../../server/realtime/publish.ts';
import { App } from '../../src/app/App.tsx';
import { createShopperDataPurge } from '../../src/app/data/purge.ts';
import { createQueryClient } from '../../src/app/data/query-client.ts';
import { matchRoute } from '../../src/app/routing/route-table.ts';
import { onApiResponse, onApiResponseMissing } from '../../src/lib/api/api-send.ts';
import { endSession, getSession, onSessionEnd, startSession } from '../../src/lib/session/session.ts';
import { ConnectionMonitor } from '../../src/offline/connection/connection.ts';
import { dismissToasts } from '../../src/ui/message/toast.ts';
import { startTestApi, type TestApi } from './api.ts';
import { addTestPickupCentre } from './api-catalogue.ts';
import { type SignedUpApiShopper, signUpShopper } from './api-shopper.ts';
import { findFreePort } from './free-port.ts';
import { outbox, testOfflineServices as phoneOfApp, storage, testAppServices } from './own-app.tsx';
import { openPhoneConnection, type PhoneConnection } from './phone-line.ts';

// A failed query prints only this message, because the page's whole HTML is too long.
configure({
  asyncUtilTimeout: 10_000,
  // The live region repeats texts of the page for screen readers.
  defaultIgnore: 'script, style, [data-announcer]',
  getElementError: (message) =>
    new Error(
      `${message?.split('\n')[0]}\nThe page at ${location.pathname} says: ${document.body.textContent}`,
    ),
});

/** A simulated phone runs the whole app against a real shop. A test file has one, and each test resets it. */
export interface SimulatedPhone {
  readonly api: TestApi;
  readonly line: PhoneConnection;
  /** The app's query cache. */
  readonly queryClient: ReturnType<typeof createQueryClient>;
  /** Loads the page's code and opens an address, as a link does. */
  open(path: string, state?: object): Promise<void>;
  /** Signs a shopper in without the form. */
  signIn(shopper: SignedUpApiShopper): void;
  /** Signs out locally, without a call to the server. */
  signOut(): void;
  /** Signs up and signs in a new shopper. */
  member(): Promise<SignedUpApiShopper>;
  /** Lets pages opened later in this test connect to the socket. */
  goLive(): void;
  /** Sockets that the app opened in this test, with its messages. */
  readonly sockets: Socket[];
  readonly said: unknown[][];
  /** The shop's side of the socket. */
  readonly live: LiveEventSender;
  /** Makes the shop send its pending notifications, pop-ups and progress. */
  tell(): Promise<void>;
}

/**
 * Registers the phone of a test file. The file needs `// @vitest-environment happy-dom` at its top.
 *
 * @param env environment variables of the shop.
 */
export function registerPhoneForFile(env: Record<string, string> = {}): SimulatedPhone {
  let api: TestApi | undefined;
  let live: LiveEventSender | undefined;
  let isLive = false;
  let line: PhoneConnection | undefined;
  // The app's outbox keeps the first query client it gets, so a file has only one.
  const queryClient = createQueryClient();

  beforeAll(async () => {
    const port = await findFreePort();
    const address = `http://127.0.0.1:${port}`;
    api = await startTestApi({
      port,
      env: { PUBLIC_URL: address, RATE_LIMIT_FACTOR: '1000', ...env },
      extend: (app, deps) => {
        live = openLiveEventSockets(app, deps);
      },
    });
    await addTestPickupCentre(api);
    line = openPhoneConnection(api);
    (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(`${address}/`);
    // The real socket library also records outgoing messages; it connects only in tests that enable it.
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
      import('../../src/app/services/BackgroundServices.tsx'),
      import('../../src/app/services/Realtime.tsx'),
      import('../../src/features/checkout/payment/PaymentService.tsx'),
      import('../../src/ui/message/ToastHost.tsx'),
    ]);
    vi.stubGlobal('fetch', line.fetch);
    vi.stubGlobal('scrollTo', () => undefined);
    const connection = new ConnectionMonitor();
    connection.start();
    for (const note of [connection.noteAnswer, outbox.noteServerAnswer]) onApiResponse(note);
    onApiResponseMissing(connection.noteSilence);
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
    // A sign-out opens home once the shopper's data is deleted; that must not happen in the next test.
    await vi.waitFor(
      () => expect(testAppServices.get(createShopperDataPurge).isUnderWay()).toBe(false),
      5_000,
    );
    onlineManager.setOnline(true);
    // Saved data must not reach the next test, so pending reads end first, then pending writes.
    await phoneOfApp.cache?.whenRead();
    await queryClient.cancelQueries();
    queryClient.clear();
    await phoneOfApp.cache?.persist();
    await storage.removeAll('qc|');
    vi.restoreAllMocks();
    localStorage.clear();
    sessionStorage.clear();
    line?.reset();
  });
  afterAll(async () => {
    vi.unstubAllGlobals();
    // The app's idle callbacks need the page.
    await new Promise((resolve) => setTimeout(resolve, 250));
    await api?.close();
  });

  const phone: SimulatedPhone = {
    get api() {
      return api as TestApi;
    },
    get line() {
      return line as PhoneConnection;
    },
    get live() {
      return live as LiveEventSender;
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
            <App queryClient={queryClient} services={testAppServices} />
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
      // The open page belongs to the earlier user of the phone.
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
      await createOutboxJob(phone.api.db, phone.live, { onFailure }).run({ isStopping: () => false });
    },
  };
  return phone;
}

/** Ends the session without an event to the page, now or later. */
function endQuietly(): void {
  const unsubscribe = onSessionEnd(() => undefined);
  if (getSession().status === 'member') endSession('signed-out');
  unsubscribe();
}

/** Types into the field with this label. */
export function fillLabelledField(label: string | RegExp, value: string): void {
  fireEvent.change(screen.getByLabelText(label, { selector: 'input, textarea, select' }), {
    target: { value },
  });
}

/** Taps the first matching control, because phone and wide layout may each have one. */
export function tapControl(name: string | RegExp, role: 'button' | 'link' | 'radio' = 'button'): void {
  fireEvent.click(screen.getAllByRole(role, { name })[0] as HTMLElement);
}

/** @returns the texts of the visible toasts. */
export function listVisibleToasts(): string[] {
  return [...document.querySelectorAll('.Toastify__toast')].map((toast) => toast.textContent ?? '');
}

/** @returns how long a toast stays. Its end is an animation that only a real browser runs. */
export function measureToastDurationMs(message: string): number {
  const toast = [...document.querySelectorAll('.Toastify__toast')].find((each) =>
    each.textContent?.includes(message),
  );
  return Number.parseInt(
    toast?.querySelector<HTMLElement>('[role=progressbar]')?.style.animationDuration ?? '',
    10,
  );
}
