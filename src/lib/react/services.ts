import { createContext, useContext } from 'react';

/** Creates one service, which may get others from `services`. */
type Create<T> = (services: AppServices) => T;

/** Holds the services of one running app. A service is created at its first use, so that its code may load later. */
export class AppServices {
  readonly #created = new Map<Create<unknown>, unknown>();

  get<T>(create: Create<T>): T {
    if (!this.#created.has(create)) this.#created.set(create, create(this));
    return this.#created.get(create) as T;
  }
}

export const AppServicesContext = createContext<AppServices | null>(null);

export function useAppServices(): AppServices {
  const services = useContext(AppServicesContext);
  if (!services) throw new Error('a service is used outside of an app');
  return services;
}

export function useAppService<T>(create: Create<T>): T {
  return useAppServices().get(create);
}
