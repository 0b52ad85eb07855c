import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Note } from '../../ui/Note.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Spinner } from '../../ui/Skeleton.tsx';
import { ProductCard } from './ProductCard.tsx';
import styles from './ProductGrid.module.css';
import { ProductGridLoading } from './ProductGridLoading.tsx';
import { matchingTitle } from './product-list.ts';
import { productList } from './product-queries.ts';
import { useGridPlace } from './use-grid-place.ts';

const SEARCH_DEBOUNCE_MS = 300;
const FIRST_ROW = 4;
const ROWS_BEFORE_END = 2;

/** The deals: search, the grid, and the next batch two rows before the end. @source spec section 2 (Home) */
export function ProductGrid() {
  const grid = useRef<HTMLUListElement>(null);
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch, fetchStatus } =
    useInfiniteQuery(productList);
  const isCutOff = hasNextPage && fetchStatus === 'paused';
  // After a failure the next batch is the shopper's to ask for: by itself the page would ask without an end.
  const canFetchNext = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  const [text, setText] = useState('');
  const search = useDebounced(text);
  const products = data?.pages.flatMap((page) => page.data) ?? [];
  const shown = matchingTitle(products, search);
  const isSearching = search.trim() !== '';

  useGridPlace(grid, products, () => {
    if (canFetchNext) void fetchNextPage();
    return canFetchNext || isFetchingNextPage;
  });

  // Titles are searched in the whole shop, so the rest of it is fetched.
  useEffect(() => {
    if (isSearching && canFetchNext) void fetchNextPage();
  }, [isSearching, canFetchNext, fetchNextPage]);

  useEffect(() => {
    const list = grid.current;
    if (!list || !canFetchNext || isSearching) return;
    const columns = getComputedStyle(list).gridTemplateColumns.split(' ').length;
    const mark = list.children[Math.max(0, shown.length - columns * ROWS_BEFORE_END)];
    if (!mark) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) void fetchNextPage();
    });
    observer.observe(mark);
    return () => observer.disconnect();
  }, [canFetchNext, isSearching, shown.length, fetchNextPage]);

  return (
    <section className="stack" aria-labelledby="deals">
      <div className={styles.top}>
        <h2 id="deals">Group deals</h2>
        <SearchField
          placeholder="Search products..."
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      {!data && <ProductGridLoading onRetry={() => void refetch()} />}
      {data && products.length === 0 && <EmptyState title="No products yet" />}
      {products.length > 0 && shown.length === 0 && !hasNextPage && (
        <EmptyState title="No products found" role="status" />
      )}
      {shown.length > 0 && (
        <ul className={styles.grid} ref={grid}>
          {shown.map((product, index) => (
            <li key={product._id}>
              <ProductCard product={product} priority={index < FIRST_ROW} />
            </li>
          ))}
        </ul>
      )}
      {isCutOff && (
        <Note icon="wifi-off">
          {isSearching
            ? 'Only the deals saved on your phone were searched. The others come when the network is back.'
            : 'More deals come when the network is back.'}
        </Note>
      )}
      {isFetchingNextPage && (
        <div className={styles.more}>
          <Spinner label="Loading more products" />
        </div>
      )}
      {isFetchNextPageError && !isFetchingNextPage && (
        <ErrorNote onRetry={() => void fetchNextPage()}>More products could not be loaded.</ErrorNote>
      )}
    </section>
  );
}

/** The text as it stood when typing paused for 300 ms. */
function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
