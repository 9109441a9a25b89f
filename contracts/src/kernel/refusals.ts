import type { RefusalCode } from '../things.ts';

export type { RefusalCode } from '../things.ts';

/** A refused request as a value. `values` fill the text; `retryAfter` is in whole seconds. */
export type Refusal = {
  readonly refused: RefusalCode;
  readonly values?: Readonly<Record<string, string | number>>;
  readonly retryAfter?: number;
};

/** @param values fill the text. @param retryAfter whole seconds. */
export const refuse = (refused: RefusalCode, values?: Refusal['values'], retryAfter?: number): Refusal => ({
  refused,
  ...(values === undefined ? {} : { values }),
  ...(retryAfter === undefined ? {} : { retryAfter }),
});

export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'refused' in value;
