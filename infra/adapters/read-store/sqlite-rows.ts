import { packAudience, packChange } from './packed-change.ts';
import { packDocument } from './packed-document.ts';
import type { CommitRequest, Form, WriteRun } from './sqlite-commit-plan.ts';
import { type Plain, type SqlValue, toColumn } from './sqlite-values.ts';

/** The library binds every number as a fraction of 8 bytes; as a whole number, most take 1 to 4. */
const whole = (value: SqlValue): SqlValue => (Number.isSafeInteger(value) ? BigInt(value as number) : value);

const formed = (value: Plain, form: Form): SqlValue =>
  form === 'document' ? packDocument(value as string) : whole(form === 'any' ? value : toColumn(value, form));

/**
 * A run's values as its table stores them. They are converted here and not when the run is planned, because the worker
 * has time for large runs, and bytes are expensive to transfer.
 */
export const columnsOf = ({ values, forms }: WriteRun): readonly SqlValue[] =>
  values.map((value, index) => formed(value, forms[index % forms.length] as Form));

type FlatChange = [audience: string, sequence: number, kind: string, position: string, data: string];

/** Audience, sequence and change of each. @param changes flat, as the request has them */
export const changeRows = (changes: CommitRequest['changes']): readonly SqlValue[] => {
  const rows: SqlValue[] = [];
  for (let at = 0; at < changes.length; at += 5) {
    const [audience, sequence, ...texts] = changes.slice(at, at + 5) as FlatChange;
    rows.push(packAudience(audience), sequence, packChange(audience, ...texts));
  }
  return rows;
};
