/** This fake of the browser's service worker records the messages that the page's modules send to it. */

/** The fake dispatches an event of the message's type when a message arrives. */
export class FakeServiceWorker extends EventTarget {
  readonly scriptURL = new URL('/sw.js', location.href).href;
  state: ServiceWorkerState = 'installing';
  /** Messages to this worker, in order. */
  readonly heard: unknown[] = [];
  /** Reported count of open pages; null: no reply. */
  pages: number | null = 1;
  /** Whether it reports the page's files as its own; null: no reply. */
  hasFiles: boolean | null = true;

  postMessage(message: { type: string }, ports?: MessagePort[]): void {
    this.heard.push(message);
    this.dispatchEvent(new Event(message.type));
    if (message.type === 'COUNT_PAGES' && this.pages !== null) ports?.[0]?.postMessage(this.pages);
    if (message.type === 'HAS_FILE' && this.hasFiles !== null) ports?.[0]?.postMessage(this.hasFiles);
  }

  become(state: ServiceWorkerState): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

class PlayedRegistration extends EventTarget {
  installing: FakeServiceWorker | null = null;
  waiting: FakeServiceWorker | null = null;
  active: FakeServiceWorker | null = null;
  /** Count of the page's update checks. */
  checks = 0;

  async update(): Promise<void> {
    this.checks += 1;
  }
}

export class FakeServiceWorkerContainer extends EventTarget {
  readonly registration = new PlayedRegistration();
  readonly ready = Promise.resolve(this.registration);
  controller: FakeServiceWorker | null = null;
  registered: string[] = [];

  async register(address: string): Promise<PlayedRegistration> {
    this.registered.push(address);
    return this.registration;
  }

  async getRegistration(): Promise<PlayedRegistration> {
    return this.registration;
  }

  /** Simulates a worker that controls the page already, as after an earlier visit. */
  withActive(): this {
    this.registration.active = new FakeServiceWorker();
    this.controller = this.registration.active;
    return this;
  }

  /** Simulates a newer release that was installed before this page opened. */
  withWaiting(): FakeServiceWorker {
    this.registration.waiting = new FakeServiceWorker();
    this.registration.waiting.state = 'installed';
    return this.registration.waiting;
  }

  /** Simulates a release that is found while the page is open. */
  find(): FakeServiceWorker {
    const worker = new FakeServiceWorker();
    this.registration.installing = worker;
    this.registration.dispatchEvent(new Event('updatefound'));
    return worker;
  }

  /** Makes the worker control the page. */
  takeOver(worker: FakeServiceWorker): void {
    Object.assign(this.registration, { installing: null, waiting: null, active: worker });
    this.controller = worker;
    this.dispatchEvent(new Event('controllerchange'));
  }

  /** Simulates a browser that clears the shop's storage and its worker. */
  throwAway(): void {
    this.registration.active = null;
    this.controller = null;
    this.dispatchEvent(new Event('controllerchange'));
  }
}

/** Installs fake service workers on the page's `navigator`; `null` simulates a browser without them. */
export function installServiceWorkers<T extends FakeServiceWorkerContainer | null>(workers: T): T {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  if (workers) Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: workers });
  return workers;
}
