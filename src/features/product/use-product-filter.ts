import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { normalSearch, type ProductFilter, readFilter } from '#contract/product-filter.ts';

import { DEALS_FRAGMENT, dealsAddress } from './deals-address.ts';

const SEARCH_DEBOUNCE_MS = 300;

interface ShownFilter {
  filter: ProductFilter;
  /** The current text of the search field. */
  text: string;
  setText: (text: string) => void;
  /** Searches at once, without the pause. */
  search: () => void;
}

/**
 * Reads the filter from the address, so sharing, reload and Back work. A search starts 300 ms after the last letter
 * and replaces the previous one in the history.
 */
export function useProductFilter(): ShownFilter {
  const query = useLocation().search;
  const navigate = useNavigate();
  const filter = useMemo(() => readFilter(new URLSearchParams(query)), [query]);
  const [text, setText] = useState(filter.search);
  const own = useRef(filter.search);

  const search = useEffectEvent(() => {
    const wanted = normalSearch(text);
    if (wanted === filter.search) return;
    own.current = wanted;
    navigate(dealsAddress({ ...filter, search: wanted }), { replace: filter.search !== '' });
  });

  // Another navigation changed the address, e.g. Back or a link.
  useEffect(() => {
    if (filter.search === own.current) return;
    own.current = filter.search;
    setText(filter.search);
  }, [filter.search]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter restarts the pause
  useEffect(() => {
    const timer = setTimeout(search, SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  // The browser has already scrolled a server-rendered page; a page rendered here was empty at that time.
  useEffect(() => {
    if (location.hash === DEALS_FRAGMENT && scrollY === 0)
      document.querySelector(DEALS_FRAGMENT)?.scrollIntoView();
  }, []);

  return { filter, text, setText, search };
}
