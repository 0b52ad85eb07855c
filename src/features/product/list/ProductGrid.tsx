import { useInfiniteQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { SEARCH_RESULTS_MAX } from '#contract/limits.ts';
import { formatProductFilterQuery, type ProductFilter } from '#contract/rules/product/product-filter.ts';
import type { filterAndRankBySearch } from '#contract/rules/text/search-words.ts';
import { formatTimeLeft } from '#contract/rules/time/time-left.ts';
import type { Product } from '#contract/schemas/product.ts';
import { useServerNowMs } from '../../../lib/react/use-server-now.ts';
import { ButtonLink } from '../../../ui/control/Button.tsx';
import { Spinner } from '../../../ui/display/Skeleton.tsx';
import { announceToScreenReader } from '../../../ui/message/Announcer.tsx';
import { EmptyState } from '../../../ui/message/EmptyState.tsx';
import { ErrorMessageBox } from '../../../ui/message/ErrorMessageBox.tsx';
import { MessageBox } from '../../../ui/message/MessageBox.tsx';
import { ProductCard } from '../card/ProductCard.tsx';
import { isProductFilterActive } from '../data/product-keys.ts';
import { filterProducts, type ProductListPages } from '../data/product-list.ts';
import { ALL_PRODUCTS_FILTER, allProductsQuery, filteredProductsQuery } from '../data/product-queries.ts';
import { ProductFilters } from './ProductFilters.tsx';
import styles from './ProductGrid.module.css';
import { ProductGridSkeleton, SlowLoadingIndicator } from './ProductGridLoading.tsx';
import { getProductListUrl } from './product-list-url.ts';
import { useProductGridScrollPosition } from './use-grid-position.ts';
import { useProductFilter } from './use-product-filter.ts';

const FIRST_ROW = 4;
const ROWS_BEFORE_END = 2;

/**
 * Shows the product list. Until the server responds to a filter, matches among the loaded products show.
 * @source spec section 2 (Home)
 */
export function ProductGrid() {
  const grid = useRef<HTMLUListElement>(null);
  const { filter, text, setText, search } = useProductFilter();
  const find = useFind(text);
  const isFiltered = isProductFilterActive(filter);
  const whole = useInfiniteQuery({ ...allProductsQuery, enabled: !isFiltered });
  const query = useInfiniteQuery(filteredProductsQuery(filter));
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, isError, fetchNextPage, refetch } =
    query;
  const isCutOff = query.fetchStatus === 'paused' && (hasNextPage || (isFiltered && !data));
  const isFailed = isFetchNextPageError || (isFiltered && !data && isError && !query.isFetching);
  // After a failure only a tap fetches the next products, because automatic attempts would never end.
  const canFetchNext = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  const saved = whole.data;
  const nowMs = useServerNowMs(...readAnswerTimes(data ? query : whole));
  // Only a filter by deal stage, such as "Closing soon", needs the time. Without one `nowMs` stays 0, so that the list
  // does not render again and again.
  const shown = useShownProducts({ data, saved, filter, find, nowMs: filter.stage ? nowMs : 0 });
  const isWaiting = !data && !isCutOff && !isFailed;
  const total = isFiltered ? data?.pages[0]?.pagination.total : undefined;

  useProductGridScrollPosition(grid, shown, formatProductFilterQuery(filter), () => {
    if (canFetchNext) void fetchNextPage();
    return canFetchNext || isFetchingNextPage;
  });

  // "No products found" is announced by itself (`role=status`), so only counts above zero are announced here.
  useEffect(() => {
    if (total) announceToScreenReader(foundWords(total));
  }, [total]);

  useNearEnd(grid, shown.length, canFetchNext, fetchNextPage);

  return (
    <section className="stack" data-gap="2" aria-labelledby="deals">
      <ProductFilters
        filter={filter}
        categories={data?.pages[0]?.categories ?? saved?.pages[0]?.categories ?? []}
        text={text}
        onText={setText}
        onSearch={search}
      />
      {isWaiting && shown.length === 0 && <ProductGridSkeleton onRetry={() => void refetch()} />}
      {data && shown.length === 0 && !(isFiltered && hasNextPage) && (
        <NoProductsMessage isFiltered={isFiltered} />
      )}
      {shown.length > 0 && (
        <ul className={styles.grid} ref={grid}>
          {shown.map((product, index) => {
            const timeLeft = formatTimeLeft(product.group.deadline, nowMs);
            return (
              <li key={product.slug}>
                <ProductCard product={product} timeLeft={timeLeft} priority={index < FIRST_ROW} />
              </li>
            );
          })}
        </ul>
      )}
      {isCutOff && (
        <MessageBox icon="wifi-off">
          {data
            ? 'More deals load when you are back online.'
            : `Only the deals saved on your phone ${filter.search === '' ? 'are shown' : 'were searched'}. The others load when you are back online.`}
        </MessageBox>
      )}
      {isWaiting && shown.length > 0 && (
        <SlowLoadingIndicator label="Loading more products" onRetry={() => void refetch()} />
      )}
      {isFetchingNextPage && (
        <div className={styles.more}>
          <Spinner label="Loading more products" />
        </div>
      )}
      {isFailed && !isFetchingNextPage && (
        <ErrorMessageBox onRetry={() => void (data ? fetchNextPage() : refetch())}>
          More products could not be loaded.
        </ErrorMessageBox>
      )}
    </section>
  );
}

interface ShownProducts {
  /** The products that the server returned for the filter. */
  data: Pick<ProductListPages, 'pages'> | undefined;
  /** The products of the unfiltered list that this phone already has. */
  saved: Pick<ProductListPages, 'pages'> | undefined;
  filter: ProductFilter;
  find: typeof filterAndRankBySearch | null;
  nowMs: number;
}

function useShownProducts({ data, saved, filter, find, nowMs }: ShownProducts): readonly Product[] {
  return useMemo(() => {
    const products = (data ?? saved)?.pages.flatMap((page) => page.data) ?? [];
    return data ? products : filterProducts(products, filter, find, nowMs);
  }, [data, saved, filter, find, nowMs]);
}

interface AnsweredList {
  data: Pick<ProductListPages, 'pages'> | undefined;
  dataUpdatedAt: number;
}

/** @returns the time of a list's newest response by the server's and by the phone's clock, milliseconds. */
function readAnswerTimes(list: AnsweredList): [number, number] {
  return [Date.parse(list.data?.pages.at(-1)?.serverTime ?? ''), list.dataUpdatedAt];
}

/** Shows that nothing was found. After a search it links to all products. */
function NoProductsMessage({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) return <EmptyState title="No products yet" />;
  return (
    <EmptyState
      title="No products found"
      role="status"
      action={
        <ButtonLink variant="soft" to={getProductListUrl(ALL_PRODUCTS_FILTER)}>
          See all deals
        </ButtonLink>
      }
    />
  );
}

/** Loads the code that searches the phone's own products once the shopper types. */
function useFind(text: string): typeof filterAndRankBySearch | null {
  const [find, setFind] = useState<typeof filterAndRankBySearch | null>(null);
  useEffect(() => {
    if (text === '') return;
    import('#contract/rules/text/search-words.ts').then(
      (module) => setFind(() => module.filterAndRankBySearch),
      // A failure to load this code is ignored, because the server's search works without it.
      () => undefined,
    );
  }, [text]);
  return find;
}

/** Calls `onNear` when the list's end is nearly reached: a marker two rows before it becomes visible. */
function useNearEnd(
  grid: RefObject<HTMLUListElement | null>,
  shownCount: number,
  isWatched: boolean,
  onNear: () => unknown,
): void {
  useEffect(() => {
    const list = grid.current;
    if (!list || !isWatched) return;
    const columns = getComputedStyle(list).gridTemplateColumns.split(' ').length;
    const mark = list.children[Math.max(0, shownCount - columns * ROWS_BEFORE_END)];
    if (!mark) return;
    const observer = new IntersectionObserver((entries) => {
      // On a busy phone the observer may deliver several entries at once, so any visible one counts.
      if (entries.some((entry) => entry.isIntersecting)) void onNear();
    });
    observer.observe(mark);
    return () => observer.disconnect();
  }, [grid, isWatched, shownCount, onNear]);
}

function foundWords(total: number): string {
  const more = total === SEARCH_RESULTS_MAX ? ' or more' : '';
  return `${total}${more} ${total === 1 ? 'product' : 'products'} found`;
}
