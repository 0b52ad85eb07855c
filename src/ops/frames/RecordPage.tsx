import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatPhone } from '../../lib/format.ts';
import type { TextFreeChildren } from '../../lib/react/elements.ts';
import { getRecordPagePath, opsScreenPaths } from '../screens.ts';
import { ActionMessageArea } from './ActionForm.tsx';
import { EmptyListMessage } from './EmptyListMessage.tsx';
import styles from './frames.module.css';
import { QueryStateView } from './QueryStateView.tsx';

export type RecordFields = readonly (readonly [name: string, value: ReactNode])[];

interface Props<Data, Key extends QueryKey> {
  /** Title of the page while it loads; also its heading, unless `heading` is given. */
  title: string;
  reads: UseQueryOptions<Data, Error, Data, Key>;
  /** Heading of a loaded record with badges beside it; absent: `title`. */
  heading?: (known: Data) => TextFreeChildren;
  facts?: (known: Data) => RecordFields;
  /**
   * The record's name in the audit log, such as `order:GB-ABCD1234`, by which the page links to the entries about the
   * record.
   */
  auditTarget?: string;
  /** Renders the sections of the page, such as history and actions. */
  children: (known: Data) => TextFreeChildren;
}

/** Shows one record, such as a payment or a group: its fields, its history and its actions. */
export function RecordPage<Data, Key extends QueryKey>(props: Props<Data, Key>) {
  const { title, reads, heading, facts, auditTarget, children } = props;
  const query = useQuery(reads);
  return (
    <QueryStateView query={query} title={title}>
      {(known) => (
        <div className="stack" data-gap="6">
          {heading ? heading(known) : <h1>{title}</h1>}
          {facts && <RecordFieldList facts={facts(known)} />}
          <ActionMessageArea>{children(known)}</ActionMessageArea>
          {auditTarget && (
            <p>
              <AuditLogLink target={auditTarget} />
            </p>
          )}
        </div>
      )}
    </QueryStateView>
  );
}

/** Lists a record's fields as names and values. Null values are left out. */
export function RecordFieldList({ facts }: { facts: RecordFields }) {
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
  /** Returns the left and right text of a row, such as an event at the left and its time and operator at the right. */
  children: (row: Row) => readonly [ReactNode, ReactNode];
}

/** Lists rows of two texts under a title, such as a history of events. */
export function TitledTextList<Row>({ title, rows, empty, children }: LinesProps<Row>) {
  return (
    <section className="stack" data-gap="2">
      <h2>{title}</h2>
      {rows.length === 0 && <EmptyListMessage>{empty}</EmptyListMessage>}
      <ul className="stack" data-gap="2">
        {rows.map((row, index) => {
          const [left, right] = children(row);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no state
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
  /** Path of the page. False or undefined: the operator's role may not open it, so the text is no link. */
  to: string | false | undefined;
  state?: object;
  children: ReactNode;
}

/** Links to another page of the console if the operator may open it. */
export function ConsolePageLink({ to, state, children }: LinkProps) {
  if (!to) return <span>{children}</span>;
  return (
    <Link className="link" to={to} state={state}>
      {children}
    </Link>
  );
}

export function AuditLogLink({ target }: { target: string }) {
  return (
    <ConsolePageLink to={`${opsScreenPaths.audit}?${new URLSearchParams({ target })}`}>
      Find this in the audit log
    </ConsolePageLink>
  );
}

/** Shows a phone number that calls when pressed, and a link that opens a WhatsApp chat with it. */
export function PhoneLinks({ phone }: { phone: string }) {
  const number = formatPhone(phone);
  return (
    <span className={styles.phone}>
      <a className="link num" href={`tel:${phone}`}>
        {number}
      </a>{' '}
      <a
        className="link"
        href={`https://wa.me/${phone.replace(/\D/g, '')}`}
        target="_blank"
        rel="noreferrer"
        aria-label={`WhatsApp to ${number}`}
      >
        WhatsApp
      </a>
    </span>
  );
}

interface RecordLinkProps {
  id: string;
  name: string;
  /** Commands that the operator may run; absent: everybody who sees the link may open the page. */
  may?: readonly string[];
}

export function ShopperLink({ id, name, may }: RecordLinkProps) {
  return (
    <ConsolePageLink to={(!may || may.includes('user history')) && getRecordPagePath('shopper', id)}>
      <span translate="no">{name}</span>
    </ConsolePageLink>
  );
}

export function GroupLink({ id, name }: Omit<RecordLinkProps, 'may'>) {
  return <ConsolePageLink to={getRecordPagePath('group', id)}>{name}</ConsolePageLink>;
}

/** Links to an order by its tracking number, which does not wrap because it is read aloud in one piece. */
export function OrderLink({ trackingNumber, may }: { trackingNumber: string; may?: readonly string[] }) {
  if (may && !may.includes('order show')) return <span translate="no">{trackingNumber}</span>;
  return (
    <Link className="link num" translate="no" to={getRecordPagePath('order', trackingNumber)}>
      {trackingNumber}
    </Link>
  );
}

/** Links to a payment by its reference, which may wrap on a phone. */
export function PaymentLink({ reference, may }: { reference: string; may?: readonly string[] }) {
  if (may && !may.includes('payment show')) return <span translate="no">{reference}</span>;
  return (
    <Link className={`link ${styles.reference}`} translate="no" to={getRecordPagePath('payment', reference)}>
      {reference}
    </Link>
  );
}
