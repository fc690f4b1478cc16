/** Buttons that keep a list as a file. */
import type { ReactNode } from 'react';
import { common, csv, type Words } from '../words';
import { saveFields } from './csv';
import { Small } from './small';

export function SaveButton(props: { isDisabled?: boolean; save: () => unknown }): ReactNode {
  const { isDisabled = false, save } = props;
  return (
    <Small aria-label={common.csvAll} disabled={isDisabled} onClick={() => void save()}>
      {common.csv}
    </Small>
  );
}

/** Keeps these fields of the records, with their titles for people. */
export function SaveFields<Field extends keyof Words['csv']>(props: {
  /** Of the file. */
  name: string;
  fields: readonly Field[];
  records: readonly Readonly<Record<Field, string | number | null>>[];
}): ReactNode {
  const { name, fields, records } = props;
  return <SaveButton isDisabled={records.length === 0} save={() => saveFields(name, csv, fields, records)} />;
}
