import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, FormEvent, ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Elements } from '../../lib/elements.ts';
import { Button } from '../../ui/Button.tsx';
import { ChipLinks } from '../../ui/ChipLinks.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Told } from './ActionForm.tsx';
import { fieldsOf } from './fields.tsx';
import styles from './frames.module.css';
import { Loaded } from './Loaded.tsx';

/** What stands in a row under a name. `figure`: right-aligned, digits under digits. */
export type Column<Row> = readonly [name: string, of: (row: Row) => ReactNode, look?: 'figure'];

interface TableProps<Row> {
  /** Its name for readers. */
  label: string;
  rows: readonly Row[];
  /** What stands there when there are none. */
  empty: string;
  keyOf: (row: Row) => string | number;
  /** The first one names the row. */
  columns: readonly Column<Row>[];
}

/** A list to compare: a table where there is room, on a phone one block a row with the columns' names. */
export function Table<Row>({ label, rows, empty, keyOf, columns: [head, ...rest] }: TableProps<Row>) {
  if (rows.length === 0) return <p className="muted">{empty}</p>;
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
        {rows.map((row) => (
          <tr key={keyOf(row)}>
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
  children: (rows: Row[]) => Elements;
}

/** The rows that were read so far, and the way to the next page. */
export function Rows<Row>({ query, children }: RowsProps<Row>) {
  return (
    <>
      <Loaded query={query}>{children}</Loaded>
      {'hasNextPage' in query && query.hasNextPage && (
        <Button
          variant="line"
          wide
          onClick={() => query.fetchNextPage()}
          busyLabel={query.isFetchingNextPage && 'Reading more...'}
        >
          Show More
        </Button>
      )}
    </>
  );
}

interface ListProps<Row> extends Omit<TableProps<Row>, 'rows'> {
  query: RowsQuery<Row>;
}

/** A table of what a query reads. */
export function List<Row>({ query, ...table }: ListProps<Row>) {
  return <Rows query={query}>{(rows) => <Table {...table} rows={rows} />}</Rows>;
}

/** A part of a page with a heading. */
export function Part({ title, children }: { title: string; children: Elements }) {
  return (
    <section className="stack" data-gap="3">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

interface PageProps {
  title: string;
  /** Beside the title. */
  actions?: Elements;
  about?: string;
  children: Elements;
}

/** A page of lists. What an action in it told stands under the title. */
export function Page({ title, actions, about, children }: PageProps) {
  return (
    <div className="stack" data-gap="5">
      <header className={styles.title}>
        <h1>{title}</h1>
        {actions}
      </header>
      {about && <p className="muted">{about}</p>}
      <Told>{children}</Told>
    </div>
  );
}

interface ListPageProps<Row> extends Omit<ListProps<Row>, 'label'>, Omit<PageProps, 'children'> {
  /** Between title and rows: filters, and forms for one of the rows. */
  children?: Elements;
}

/** A page of one list. */
export function ListPage<Row>({ title, actions, about, children, ...list }: ListPageProps<Row>) {
  return (
    <Page {...{ title, actions, about }}>
      {children}
      <List label={title} {...list} />
    </Page>
  );
}

/** What a list is asked for stands in the address: a reload, a link and Back show the same. */
export function useFilters<Name extends string>(names: readonly Name[]) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const asked = new URLSearchParams(search);
  const chosen = Object.fromEntries(names.map((name) => [name, asked.get(name) || undefined])) as {
    [One in Name]?: string | undefined;
  };
  const placeOf = (part: { [One in Name]?: string | undefined }): string => {
    const pairs = Object.entries({ ...chosen, ...part }).filter(([, value]) => value) as [string, string][];
    return pairs.length === 0 ? pathname : `${pathname}?${new URLSearchParams(pairs)}`;
  };
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = names.filter((name) => event.currentTarget.elements.namedItem(name));
    navigate(placeOf(fieldsOf(event.currentTarget, given) as { [One in Name]?: string }));
  };
  return { chosen, placeOf, handleSubmit };
}

interface ChipsProps<Name extends string> {
  filters: ReturnType<typeof useFilters<Name>>;
  name: Name;
  label: string;
  /** Without a value: what is shown when nothing is asked for. */
  options: readonly { value?: string; label: string }[];
}

/** One of a few, as links. */
export function FilterChips<Name extends string>({ filters, name, label, options }: ChipsProps<Name>) {
  const { chosen, placeOf } = filters;
  const links = options.map(({ value, label: words }) => ({
    label: words,
    to: placeOf({ [name]: value } as { [One in Name]?: string }),
    isCurrent: value === chosen[name],
  }));
  return <ChipLinks label={label} links={links} />;
}

interface SearchProps<Name extends string> extends ComponentProps<typeof SearchField> {
  filters: ReturnType<typeof useFilters<Name>>;
  name: Name;
}

/** What is typed, sent by the keyboard. */
export function FilterSearch<Name extends string>({ filters, name, ...field }: SearchProps<Name>) {
  const { chosen, handleSubmit } = filters;
  return (
    <search>
      <form onSubmit={handleSubmit}>
        <SearchField {...field} name={name} key={chosen[name]} defaultValue={chosen[name]} />
      </form>
    </search>
  );
}
