/** Pieces that every page is made of. */
import { Button, Skeleton } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { type Answered, type Fault, Refusal } from '../api/client';
import { serviceName } from '../service';
import { common, failure } from '../words';
import { useKeptFocus } from './focus';
import { Icon, type IconName } from './icons';

/** The quiet button of lists and titles. */
export const Small = Button.withProps({ size: 'xs', variant: 'default' });

export function Page({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const [location] = useLocation();
  const at = useRef<HTMLElement>(null);
  useKeptFocus(at);
  useEffect(() => {
    document.title = `${title} · ${serviceName}`;
  }, [title]);
  useEffect(() => {
    // Where the link that led here is gone, keyboards and screen readers would begin from the top. Not so in a new window.
    const isUsed = 'userActivation' in navigator && navigator.userActivation.hasBeenActive;
    if (isUsed && document.activeElement === document.body) at.current?.focus({ preventScroll: true });
  }, [location]);
  return (
    <main className="page" id="page" ref={at} tabIndex={-1}>
      <div className="row head">
        <h1>{title}</h1>
        {actions !== undefined && <div className="row actions">{actions}</div>}
      </div>
      {children}
    </main>
  );
}

export function Panel(props: {
  title?: string;
  actions?: ReactNode;
  isFlush?: boolean;
  /** What is in it stands in a column, with room in between. */
  isStack?: boolean;
  /** What stands there in the place of nothing. */
  none?: string | false;
  children: ReactNode;
}): ReactNode {
  const { title, actions, isFlush = false, isStack = false, none = false, children: all } = props;
  const children = none === false ? all : <p className="soft">{none}</p>;
  return (
    <section
      className={isFlush ? 'panel flush' : 'panel'}
      {...(title === undefined ? {} : { 'aria-label': title })}
    >
      {title !== undefined && (
        <header className="row">
          <h2>{title}</h2>
          {actions !== undefined && <div className="row actions">{actions}</div>}
        </header>
      )}
      {isStack ? <div className="stack">{children}</div> : children}
    </section>
  );
}

export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'accent';

export function Tag({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }): ReactNode {
  return <span className={`tag ${tone}`}>{children}</span>;
}

export function Notice({ tone = 'accent', children }: { tone?: Tone; children: ReactNode }): ReactNode {
  return <div className={`notice ${tone}`}>{children}</div>;
}

export function Empty(props: {
  icon?: IconName;
  title: string;
  text?: string;
  children?: ReactNode;
}): ReactNode {
  const { icon = 'empty', title, text, children } = props;
  return (
    <div className="empty">
      <Icon name={icon} size={32} />
      <p className="strong">{title}</p>
      {text !== undefined && <p className="soft">{text}</p>}
      {children}
    </div>
  );
}

/** Where a list would stand. */
export function Nothing(props: Parameters<typeof Empty>[0]): ReactNode {
  return (
    <div className="panel">
      <Empty {...props} />
    </div>
  );
}

/** Grey lines where something is about to stand, as high as it will be. */
export function Waiting(props: { lines?: number; height?: number | undefined }): ReactNode {
  const { lines = 4, height = 20 } = props;
  return (
    <div className="stack" role="status" aria-label={common.loading}>
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} height={height} radius={6} />
      ))}
    </div>
  );
}

export function Failed({ error, again }: { error: Refusal; again?: (() => unknown) | undefined }): ReactNode {
  return (
    <div className="notice bad" role="alert">
      <p className="strong">{failure.title}</p>
      <p>{sayRefusal(error)}</p>
      {again !== undefined && (
        <div>
          <Small onClick={() => again()}>{common.refresh}</Small>
        </div>
      )}
    </div>
  );
}

export function sayRefusal(error: unknown): string {
  if (!(error instanceof Refusal)) return String(error);
  if (error.code === 0) return failure.offline;
  const { code, errorCode, faults } = error;
  return faults.length > 0 ? sayFaults(faults) : failure.ofError(errorCode ?? String(code));
}

type FaultNote = NonNullable<Answered<'/reversals#state'>['result']['reversal']>['fault'];

/** The words of a kept fault; those of the service where there are none for people. */
export function sayFault(note: FaultNote): string {
  if (note === null) return '';
  return note.faults.length > 0 ? sayFaults(note.faults) : note.message;
}

function sayFaults(faults: readonly Fault[]): string {
  return faults.map(({ topic, values }) => failure.ofError(topic, values)).join(' ');
}

export interface Asking<Value> {
  data: Value | undefined;
  error: Refusal | null;
  refetch: () => unknown;
}

/** Shows the answer once it is there; keeps the last one while refetching. */
export function Shown<Value>(props: {
  of: Asking<Value>;
  lines?: number;
  height?: number;
  children: (value: NonNullable<Value>) => ReactNode;
}): ReactNode {
  const { of, lines = 5, height, children } = props;
  if (of.data !== undefined && of.data !== null) return children(of.data);
  if (of.error !== null) return <Failed error={of.error} again={of.refetch} />;
  return <Waiting lines={lines} height={height} />;
}

export function Figure({
  title,
  value,
  hint,
}: {
  title: string;
  value: ReactNode;
  hint?: ReactNode;
}): ReactNode {
  return (
    <div className="panel">
      <div className="soft small">{title}</div>
      <div className="figure">{value}</div>
      {hint !== undefined && <div className="soft small">{hint}</div>}
    </div>
  );
}
