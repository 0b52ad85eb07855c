import { queryOptions, useQuery } from '@tanstack/react-query';
import { getConfig } from '#contract/endpoints.ts';
import type { ShopConfig } from '#contract/schemas/config.ts';
import { call } from './api-client.ts';
import { STALE_MS } from './cache-times.ts';
import { publicQueryFamily } from './query-families.ts';

export const configQueryFamily = publicQueryFamily('config');
export const configKey = configQueryFamily.key;

/** Fetches the shop's settings (brand, contact, links, claims), which every server-rendered page inlines. */
const shopConfig = queryOptions({
  queryKey: configKey,
  queryFn: async ({ signal }): Promise<ShopConfig> => (await call(getConfig, {}, signal)).data,
  staleTime: STALE_MS.config,
});

/** @returns undefined until loaded. */
export function useShopConfig(): ShopConfig | undefined {
  return useQuery(shopConfig).data;
}
