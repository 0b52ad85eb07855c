/** The browser's side of a service worker, for the page's modules: what it registered, and what is said to it. */

/** An event of the message's type tells when it was heard. */
export class PlayedWorker extends EventTarget {
  readonly scriptURL = new URL('/sw.js', location.href).href;
  state: ServiceWorkerState = 'installing';
  /** What pages said to this worker, in order. */
  readonly heard: unknown[] = [];
  /** How many pages it says are open. Null: it does not answer. */
  pages: number | null = 1;
  /** Whether it says that the page's files are of its release. Null: it does not answer. */
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
  installing: PlayedWorker | null = null;
  waiting: PlayedWorker | null = null;
  active: PlayedWorker | null = null;
  /** How often the page asked whether there is a newer release. */
  checks = 0;

  async update(): Promise<void> {
    this.checks += 1;
  }
}

export class PlayedWorkers extends EventTarget {
  readonly registration = new PlayedRegistration();
  readonly ready = Promise.resolve(this.registration);
  controller: PlayedWorker | null = null;
  registered: string[] = [];

  async register(address: string): Promise<PlayedRegistration> {
    this.registered.push(address);
    return this.registration;
  }

  async getRegistration(): Promise<PlayedRegistration> {
    return this.registration;
  }

  /** A release that runs the page already, as after an earlier visit. */
  withActive(): this {
    this.registration.active = new PlayedWorker();
    this.controller = this.registration.active;
    return this;
  }

  /** A newer release that was installed before this page opened. */
  withWaiting(): PlayedWorker {
    this.registration.waiting = new PlayedWorker();
    this.registration.waiting.state = 'installed';
    return this.registration.waiting;
  }

  /** A release is found while the page is open. */
  find(): PlayedWorker {
    const worker = new PlayedWorker();
    this.registration.installing = worker;
    this.registration.dispatchEvent(new Event('updatefound'));
    return worker;
  }

  /** The worker takes the page over. */
  takeOver(worker: PlayedWorker): void {
    Object.assign(this.registration, { installing: null, waiting: null, active: worker });
    this.controller = worker;
    this.dispatchEvent(new Event('controllerchange'));
  }

  /** The browser clears the shop's storage, the worker with it. */
  throwAway(): void {
    this.registration.active = null;
    this.controller = null;
    this.dispatchEvent(new Event('controllerchange'));
  }
}

/** Gives the page workers that a test plays; `null`: a browser without workers. */
export function giveWorkers<T extends PlayedWorkers | null>(workers: T): T {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  if (workers) Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: workers });
  return workers;
}
