import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { type ProductFilter, readFilter, searchOf } from '#contract/product-filter.ts';

import { DEALS, dealsAddress } from './deals-address.ts';

const SEARCH_DEBOUNCE_MS = 300;

interface ShownFilter {
  filter: ProductFilter;
  /** The search field, letter by letter. */
  text: string;
  setText: (text: string) => void;
  /** Looks for the text at once. */
  search: () => void;
}

/**
 * What of the shop is shown, as the address says it: shared, reloaded or gone back to it is the same. Text is looked for
 * when typing paused for 300 ms. Back leads from a search to what was there before it, not through its letters.
 */
export function useProductFilter(): ShownFilter {
  const query = useLocation().search;
  const navigate = useNavigate();
  const filter = useMemo(() => readFilter(new URLSearchParams(query)), [query]);
  const [text, setText] = useState(filter.search);
  const own = useRef(filter.search);

  const search = useEffectEvent(() => {
    const wanted = searchOf(text);
    if (wanted === filter.search) return;
    own.current = wanted;
    navigate(dealsAddress({ ...filter, search: wanted }), { replace: filter.search !== '' });
  });

  // The address was changed by something else: Back, a link.
  useEffect(() => {
    if (filter.search === own.current) return;
    own.current = filter.search;
    setText(filter.search);
  }, [filter.search]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter begins the wait anew
  useEffect(() => {
    const timer = setTimeout(search, SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  // A page that the server rendered stands there already; one that the app draws was empty when it was opened.
  useEffect(() => {
    if (location.hash === DEALS && scrollY === 0) document.querySelector(DEALS)?.scrollIntoView();
  }, []);

  return { filter, text, setText, search };
}
