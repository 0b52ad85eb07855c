import { useEffect } from 'react';
import { useShopConfig } from '../lib/query/shop-config.ts';
import { announcePageTitle } from './message/Announcer.tsx';

interface TitleProps {
  children: string;
}

/** Sets the document title `{page} · {brand}` and announces it after a navigation. */
export function DocumentTitle({ children }: TitleProps) {
  const brand = useShopConfig()?.brandName;
  useEffect(() => announcePageTitle(children), [children]);
  return <title>{brand ? `${children} · ${brand}` : children}</title>;
}

interface Props {
  title: string;
  /** Description for search engines and link previews, 1–2 sentences. */
  description: string;
  /** Path of the page, without the shop's address. */
  path: string;
  /** Address of the preview image, a JPEG of 1200 x 630; default: the shop's image. */
  image?: string | null;
  /** Query string, with its `?`, that the link in the preview keeps. Search engines list the page without the query. */
  sharedQuery?: string;
  /** Price in whole naira; given only on a product's page. */
  priceNaira?: number;
}

const DEFAULT_IMAGE = '/icons/og-default.jpg';

/** Renders the metadata of link previews, once the shop's settings have loaded. */
export function LinkPreviewMeta({ title, description, path, image, sharedQuery = '', priceNaira }: Props) {
  const config = useShopConfig();
  if (!config) return <DocumentTitle>{title}</DocumentTitle>;
  const absolute = (address: string) => new URL(address, config.publicUrl).href;
  return (
    <>
      <DocumentTitle>{title}</DocumentTitle>
      <meta name="description" content={description} />
      <link rel="canonical" href={absolute(path)} />
      <meta property="og:site_name" content={config.brandName} />
      <meta property="og:type" content={priceNaira === undefined ? 'website' : 'product'} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={absolute(path + sharedQuery)} />
      <meta property="og:image" content={absolute(image ?? DEFAULT_IMAGE)} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
      {priceNaira !== undefined && (
        <>
          <meta property="product:price:amount" content={String(priceNaira)} />
          <meta property="product:price:currency" content="NGN" />
        </>
      )}
    </>
  );
}
