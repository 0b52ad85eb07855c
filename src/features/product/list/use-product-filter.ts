import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import {
  normalizeSearchText,
  type ProductFilter,
  parseProductFilter,
} from '#contract/rules/product/product-filter.ts';

import { getProductListUrl, PRODUCT_LIST_URL_FRAGMENT } from './product-list-url.ts';

const SEARCH_DEBOUNCE_MS = 300;

interface ShownFilter {
  filter: ProductFilter;
  /** Current text of the search field, which may not be searched yet. */
  text: string;
  setText: (text: string) => void;
  /** Searches for the typed text at once, without waiting for a pause in typing. */
  search: () => void;
}

/** Reads the filter from the URL. A search replaces the previous search in the history. */
export function useProductFilter(): ShownFilter {
  const query = useLocation().search;
  const navigate = useNavigate();
  const filter = useMemo(() => parseProductFilter(new URLSearchParams(query)), [query]);
  const [text, setText] = useState(filter.search);
  const own = useRef(filter.search);

  const search = useEffectEvent(() => {
    const wanted = normalizeSearchText(text);
    if (wanted === filter.search) return;
    own.current = wanted;
    navigate(getProductListUrl({ ...filter, search: wanted }), { replace: filter.search !== '' });
  });

  // The field's text follows the address, because Back or a link may change the search.
  useEffect(() => {
    if (filter.search === own.current) return;
    own.current = filter.search;
    setText(filter.search);
  }, [filter.search]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter restarts the wait before the search
  useEffect(() => {
    const timer = setTimeout(search, SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  // Scrolls to the URL's fragment, because the browser looks for the fragment while the page is still empty.
  useEffect(() => {
    if (location.hash === PRODUCT_LIST_URL_FRAGMENT && scrollY === 0)
      document.querySelector(PRODUCT_LIST_URL_FRAGMENT)?.scrollIntoView();
  }, []);

  return { filter, text, setText, search };
}
