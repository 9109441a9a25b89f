import type { Collection, Holding } from '@quorum/service-kit/ports/read-store.ts';
import { bytesOfId } from '../packed-text/ids.ts';

export type Plain = string | number | null;
export type SqlValue = Plain | bigint | Buffer;

const POSITION = /^[0-9]{16}$/;

/** The empty position is before every other. */
const numberOf = (text: string): string | number => {
  if (text === '') return 0;
  const number = Number(text);
  return Number.isSafeInteger(number) && POSITION.test(text) ? number : text;
};

/** A field's value as a scalar. What cannot be indexed (missing, null, nested) is NULL and matches no comparison. */
export const plain = (value: unknown): Plain => {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'string' || typeof value === 'number' ? value : null;
};

/** The value in its column. An id sorts by its bytes as it does by its text. Any other text stays one. */
export const toColumn = (value: unknown, holding: Holding | undefined): SqlValue => {
  if (holding === undefined || typeof value !== 'string') return plain(value);
  return holding === 'id' ? (bytesOfId(value) ?? value) : numberOf(value);
};

/** Rows of growing ids are sorted by them, without an index. */
export const isClustered = ({ holds }: Collection): boolean => holds?.id === 'position';
