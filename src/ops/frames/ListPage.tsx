import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { TextFreeChildren } from '../../lib/react/elements.ts';
import { Button } from '../../ui/control/Button.tsx';
import { ChipLinks } from '../../ui/control/ChipLinks.tsx';
import { SearchField } from '../../ui/form/SearchField.tsx';
import { ActionMessageArea } from './ActionForm.tsx';
import { EmptyListMessage } from './EmptyListMessage.tsx';
import { FieldValuesForm } from './fields.tsx';
import styles from './frames.module.css';
import { QueryStateView } from './QueryStateView.tsx';

/** A column: its name and the content of its cells. `figure` marks a number, which is right-aligned. */
export type TableColumn<Row> = readonly [name: string, of: (row: Row) => ReactNode, look?: 'figure'];

interface TableProps<Row> {
  /** Name of the table for screen readers. */
  label: string;
  rows: readonly Row[];
  /** Sentence in place of a list without rows: what to do, or what will be here. */
  empty: string;
  /** Button or link below the sentence of an empty list. */
  emptyAction?: TextFreeChildren;
  /** Columns of the table; the first one names the row. */
  columns: readonly TableColumn<Row>[];
}

/** Shows a table on wide screens, and on a phone or tablet one block per row with the columns' names. */
export function DataTable<Row>({ label, rows, empty, emptyAction, columns }: TableProps<Row>) {
  if (rows.length === 0) return <EmptyListMessage action={emptyAction}>{empty}</EmptyListMessage>;
  const [head, ...rest] = columns;
  const isFigure = (look?: 'figure') => look === 'figure' || undefined;
  return (
    <table className={styles.table} aria-label={label}>
      <thead className={styles.head}>
        <tr>
          <th scope="col">{head?.[0]}</th>
          {rest.map(([name, , look]) => (
            <th key={name} scope="col" data-figure={isFigure(look)}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no state
          <tr key={index}>
            <th scope="row">{head?.[1](row)}</th>
            {rest.map(([name, of, look]) => (
              <td key={name} data-name={name} data-figure={isFigure(look)}>
                <span>{of(row)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type RowsQuery<Row> = UseQueryResult<Row[]> | UseInfiniteQueryResult<Row[]>;

interface RowsProps<Row> {
  query: RowsQuery<Row>;
  children: (rows: Row[]) => TextFreeChildren;
}

/** Shows the rows loaded so far, and a button that loads more. */
export function PaginatedRows<Row>({ query, children }: RowsProps<Row>) {
  return (
    <>
      <QueryStateView query={query}>{children}</QueryStateView>
      {'hasNextPage' in query && query.hasNextPage && (
        <Button
          variant="line"
          wide
          onClick={() => query.fetchNextPage()}
          busyLabel={query.isFetchingNextPage && 'Loading more...'}
        >
          Show More
        </Button>
      )}
    </>
  );
}

/** Groups content under a heading. */
export function TitledSection({ title, children }: { title: string; children: TextFreeChildren }) {
  return (
    <section className="stack" data-gap="3">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

interface ListProps<Row> extends Omit<TableProps<Row>, 'rows' | 'label'> {
  title: string;
  query: RowsQuery<Row>;
  /** Above the rows. */
  children?: TextFreeChildren;
}

/** Shows a query's rows as a table in a section. */
export function TableSection<Row>({ title, query, children, ...table }: ListProps<Row>) {
  return (
    <TitledSection title={title}>
      {children}
      <PaginatedRows query={query}>
        {(rows) => <DataTable label={title} {...table} rows={rows} />}
      </PaginatedRows>
    </TitledSection>
  );
}

interface PageProps {
  title: string;
  /** Buttons or links beside the title. */
  actions?: TextFreeChildren;
  about?: string;
  children: TextFreeChildren;
}

/** Shows a page of the console with a title. Messages about actions on the page show under the title. */
export function ConsolePage({ title, actions, about, children }: PageProps) {
  return (
    <div className="stack" data-gap="5">
      <header className="row" data-justify="between" data-wrap>
        <h1>{title}</h1>
        {actions}
      </header>
      {about && <p className="muted">{about}</p>}
      <ActionMessageArea>{children}</ActionMessageArea>
    </div>
  );
}

interface ListPageProps<Row> extends ListProps<Row>, Omit<PageProps, 'children'> {
  /** Under the rows. */
  below?: TextFreeChildren;
}

/** Shows a page with a single list. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { title, actions, about, children, below, query, ...table } = props;
  return (
    <ConsolePage {...{ title, actions, about }}>
      {children}
      <PaginatedRows query={query}>
        {(rows) => <DataTable label={title} {...table} rows={rows} />}
      </PaginatedRows>
      {below}
    </ConsolePage>
  );
}

/**
 * Stores a list's filters in the URL, so that a reload, a link and Back show the same list.
 * @param unlogged names of filters with a shopper's name or number; they stay out of the URL, because URLs are logged.
 */
export function useUrlFilters<Name extends string>(names: readonly Name[], unlogged: readonly Name[] = []) {
  type Chosen = { [One in Name]?: string | undefined };
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const params = new URLSearchParams(search);
  const carried = (state ?? {}) as Record<string, unknown>;
  const readValue = (name: Name) =>
    unlogged.includes(name) ? typeof carried[name] === 'string' && carried[name] : params.get(name);
  const chosen = Object.fromEntries(names.map((name) => [name, readValue(name) || undefined])) as Chosen;
  const pairsOf = (part: Chosen, isUnlogged: boolean) =>
    Object.entries({ ...chosen, ...part }).filter(
      ([name, value]) => value && unlogged.includes(name as Name) === isUnlogged,
    ) as [string, string][];
  const placeOf = (part: Chosen): string => {
    const pairs = pairsOf(part, false);
    return pairs.length === 0 ? pathname : `${pathname}?${new URLSearchParams(pairs)}`;
  };
  const ask = (part: Chosen) => navigate(placeOf(part), { state: Object.fromEntries(pairsOf(part, true)) });
  return { chosen, placeOf, ask };
}

interface ChipsProps<Name extends string> {
  filters: ReturnType<typeof useUrlFilters<Name>>;
  name: Name;
  label: string;
  /** Options of the filter. The option without a value is the default. */
  options: readonly { value?: string; label: string }[];
}

/** Shows a filter with a few values as links. */
export function FilterChips<Name extends string>({ filters, name, label, options }: ChipsProps<Name>) {
  const { chosen, placeOf } = filters;
  const shown = options.find(({ value }) => value === chosen[name])?.value;
  const links = options.map(({ value, label: text }) => ({
    label: text,
    to: placeOf({ [name]: value } as { [One in Name]?: string }),
    isCurrent: value === shown,
  }));
  return <ChipLinks label={label} links={links} />;
}

interface SearchProps<Name extends string> extends ComponentProps<typeof SearchField> {
  filters: ReturnType<typeof useUrlFilters<Name>>;
  name: Name;
}

/** Shows a search field that filters the list when Enter is pressed. */
export function FilterSearchField<Name extends string>({ filters, name, ...field }: SearchProps<Name>) {
  const { chosen, ask } = filters;
  return (
    <search>
      <FieldValuesForm names={[name]} onFields={ask}>
        <SearchField {...field} name={name} key={chosen[name]} defaultValue={chosen[name]} />
      </FieldValuesForm>
    </search>
  );
}
