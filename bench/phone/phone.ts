import { setTimeout as delay } from 'node:timers/promises';
import { type DevToolsParams, startChromium } from './chromium.ts';
import { PAGE_PROBE_SCRIPT, type PageMeasurements, type PageProbeEvent } from './probe.ts';

/**
 * The connection's latency in ms and throughput in bytes per second, and the factor by which the processor is slower.
 */
export interface ThrottlingProfile {
  latency: number;
  downloadThroughput: number;
  uploadThroughput: number;
  cpu: number;
}

export const THROTTLING_PROFILES = {
  slow3g: { latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000, cpu: 6 },
  slow4g: { latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750, cpu: 4 },
  /** No throttling, for measurements of the processor. */
  good: { latency: 0, downloadThroughput: -1, uploadThroughput: -1, cpu: 6 },
} satisfies Record<string, ThrottlingProfile>;

/** Emulates a phone of 360 x 640 (DPR 2) with a new browser profile on one connection. */
export interface EmulatedPhone {
  open(url: string): Promise<BrowserTab>;
  /** Waits until no request has run for `quietMs`. */
  untilSilent(quietMs: number): Promise<void>;
  goOffline(): Promise<void>;
  close(): Promise<void>;
}

export interface BrowserTab {
  evaluate<Result>(expression: string): Promise<Result>;
  recorded(): Promise<PageMeasurements>;
  /** Waits for an event that the page reports. @throws {Error} when it does not within a minute. */
  said(what: PageProbeEvent['what']): Promise<PageProbeEvent>;
  send(method: string, params?: DevToolsParams): Promise<DevToolsParams>;
  close(): Promise<void>;
}

const SCREEN = { width: 360, height: 640, deviceScaleFactor: 2, mobile: true };
const LONGEST_MS = 60_000;
const FOLLOWED = ['page', 'worker', 'service_worker'];
const AGENT =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

export async function openEmulatedPhone(throttling: ThrottlingProfile, script = ''): Promise<EmulatedPhone> {
  const chromium = await startChromium();
  const sessions = new Map<string, { targetId: string; isReady: Promise<void> }>();
  const onWay = new Set<string>();
  let said: PageProbeEvent[] = [];
  let lastMs = Date.now();
  let isOffline = false;

  const conditions = () => ({ ...throttling, cpu: undefined, offline: isOffline });
  /** Sends all commands before it awaits any, because a paused page answers some of them only after it resumes. */
  const prepare = async (sessionId: string, type: string) => {
    const send = (method: string, params: DevToolsParams = {}) =>
      chromium.send(method, params, sessionId).catch(() => undefined);
    const jobs = [send('Network.enable'), send('Network.emulateNetworkConditions', conditions())];
    if (type === 'page') {
      jobs.push(
        send('Page.enable'),
        send('Runtime.enable'),
        send('Runtime.addBinding', { name: 'sayToBench' }),
        send('Emulation.setDeviceMetricsOverride', SCREEN),
        send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 }),
        send('Emulation.setCPUThrottlingRate', { rate: throttling.cpu }),
        send('Network.setUserAgentOverride', { userAgent: AGENT }),
        send('Page.addScriptToEvaluateOnNewDocument', { source: PAGE_PROBE_SCRIPT + script }),
      );
    }
    await Promise.race([Promise.all(jobs), delay(400)]);
    await send('Runtime.runIfWaitingForDebugger');
  };

  chromium.onMessage((method, params, sessionId) => {
    const key = `${sessionId} ${params?.requestId}`;
    switch (method) {
      case 'Target.attachedToTarget': {
        const { type, targetId } = params.targetInfo;
        if (!FOLLOWED.includes(type) || sessions.has(params.sessionId)) {
          chromium.send('Runtime.runIfWaitingForDebugger', {}, params.sessionId).catch(() => undefined);
          return;
        }
        sessions.set(params.sessionId, { targetId, isReady: prepare(params.sessionId, type) });
        return;
      }
      case 'Target.detachedFromTarget':
        sessions.delete(params.sessionId);
        for (const each of onWay) if (each.startsWith(params.sessionId)) onWay.delete(each);
        return;
      case 'Network.requestWillBeSent':
        if (!params.request.url.startsWith('http')) return;
        lastMs = Date.now();
        onWay.add(key);
        return;
      case 'Network.loadingFinished':
      case 'Network.loadingFailed':
        lastMs = Date.now();
        onWay.delete(key);
        return;
      case 'Runtime.bindingCalled':
        if (params.name === 'sayToBench') said.push(JSON.parse(params.payload));
    }
  });
  await chromium.send('Target.setAutoAttach', FOLLOW);

  const newTab = async () => {
    const { targetId } = await chromium.send('Target.createTarget', { url: 'about:blank' });
    return await pollUntilFound('the tab', async () => {
      const found = [...sessions].find(([, session]) => session.targetId === targetId);
      await found?.[1].isReady;
      return found?.[0];
    });
  };

  return {
    async open(url) {
      const sessionId = await newTab();
      const send = (method: string, params: DevToolsParams = {}) => chromium.send(method, params, sessionId);
      const evaluate = async <Result>(expression: string): Promise<Result> => {
        const { result, exceptionDetails } = await send('Runtime.evaluate', {
          expression,
          returnByValue: true,
          awaitPromise: true,
        });
        if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'a page failed');
        return result.value;
      };
      said = [];
      lastMs = Date.now();
      await send('Page.navigate', { url });
      return {
        evaluate,
        send,
        recorded: () => evaluate('recorded'),
        said: (what) => pollUntilFound(what, async () => said.find((each) => each.what === what)),
        close: async () => {
          await chromium.send('Target.closeTarget', { targetId: sessions.get(sessionId)?.targetId });
          await delay(300);
        },
      };
    },
    async untilSilent(quietMs) {
      await pollUntilFound('silence', async () => onWay.size === 0 && Date.now() - lastMs > quietMs);
    },
    async goOffline() {
      isOffline = true;
      for (const id of sessions.keys()) {
        await chromium.send('Network.emulateNetworkConditions', conditions(), id).catch(() => undefined);
      }
    },
    close: () => chromium.close(),
  };
}

const FOLLOW = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };

/** Calls `look` repeatedly until its result is neither undefined nor false. @throws {Error} after a minute. */
export async function pollUntilFound<Found>(
  what: string,
  look: () => Promise<Found | undefined | false>,
): Promise<Found> {
  const endMs = Date.now() + LONGEST_MS;
  while (Date.now() < endMs) {
    const found = await look();
    if (found) return found as Found;
    await delay(25);
  }
  throw new Error(`${what} did not come within a minute`);
}
