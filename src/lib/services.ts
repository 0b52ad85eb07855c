import { createContext, useContext } from 'react';

/** Creates one service of a running app from its other services. */
type Create<T> = (services: Services) => T;

/** Holds the services of one running app. Each is created on first use, so its code may load later. */
export class Services {
  readonly #created = new Map<Create<unknown>, unknown>();

  get<T>(create: Create<T>): T {
    if (!this.#created.has(create)) this.#created.set(create, create(this));
    return this.#created.get(create) as T;
  }
}

export const ServicesContext = createContext<Services | null>(null);

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('a service is used outside of an app');
  return services;
}

export function useService<T>(create: Create<T>): T {
  return useServices().get(create);
}
