import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ElementChildren } from '../../lib/elements.ts';
import { pageOf } from '../screens.ts';
import { MessageAbove } from './ActionForm.tsx';
import styles from './frames.module.css';
import { Loaded } from './Loaded.tsx';

export type FactsOf = readonly (readonly [name: string, value: ReactNode])[];

interface Props<Data, Key extends QueryKey> {
  /** What the page is called before it is read, and where its heading is not another. */
  title: string;
  reads: UseQueryOptions<Data, Error, Data, Key>;
  /** In place of the title: its heading, with what stands beside it. */
  heading?: (known: Data) => ElementChildren;
  facts?: (known: Data) => FactsOf;
  /** Sections, history and actions. */
  children: (known: Data) => ElementChildren;
}

/** A page of one thing: what is known of it, what has happened to it, and what may be done with it. */
export function RecordPage<Data, Key extends QueryKey>(props: Props<Data, Key>) {
  const { title, reads, heading, facts, children } = props;
  const query = useQuery(reads);
  return (
    <Loaded query={query} title={title}>
      {(known) => (
        <div className="stack" data-gap="6">
          {heading ? heading(known) : <h1>{title}</h1>}
          {facts && <Facts facts={facts(known)} />}
          <MessageAbove>{children(known)}</MessageAbove>
        </div>
      )}
    </Loaded>
  );
}

/** One thing as names and values; what is null is left out. */
export function Facts({ facts }: { facts: FactsOf }) {
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([name, value]) => (
          <div key={name} className={styles.pair}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

interface LinesProps<Row> {
  title: string;
  rows: readonly Row[];
  empty: string;
  /** The left and right text of a line: in a history the event, and its time and operator. */
  children: (row: Row) => readonly [ReactNode, ReactNode];
}

/** A titled list of one-line facts. */
export function Lines<Row>({ title, rows, empty, children }: LinesProps<Row>) {
  return (
    <section className="stack" data-gap="2">
      <h2>{title}</h2>
      {rows.length === 0 && <p className="muted">{empty}</p>}
      <ul className="stack" data-gap="2">
        {rows.map((row, index) => {
          const [left, right] = children(row);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a list that is read whole and never reordered
            <li key={index} className={styles.line}>
              <span>{left}</span>
              <span className="muted small">{right}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface LinkProps {
  /** False: who looks may not go there, and reads the words. */
  to: string | false | undefined;
  state?: object;
  children: ReactNode;
}

/** To another page of the console. */
export function PageLink({ to, state, children }: LinkProps) {
  if (!to) return <span>{children}</span>;
  return (
    <Link className="link" to={to} state={state}>
      {children}
    </Link>
  );
}

/** To an order, by the number that the shopper says: it is read in one piece, so it stays on one line. */
export function OrderLink({ trackingNumber }: { trackingNumber: string }) {
  return (
    <Link className="link num" translate="no" to={pageOf('order', trackingNumber)}>
      {trackingNumber}
    </Link>
  );
}

/** To a payment, by its reference. On a phone it may go on in the next line. */
export function PaymentLink({ reference }: { reference: string }) {
  return (
    <Link className={`link ${styles.reference}`} translate="no" to={pageOf('payment', reference)}>
      {reference}
    </Link>
  );
}
