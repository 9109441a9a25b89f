import type { Refusal, RefusalCode } from './refusal-texts.ts';

export type { Refusal, RefusalCode } from './refusal-texts.ts';

// Apart from the texts, which a browser need not load.

/** @param values fill the text. @param retryAfter whole seconds. */
export const refuse = (refused: RefusalCode, values?: Refusal['values'], retryAfter?: number): Refusal => ({
  refused,
  ...(values === undefined ? {} : { values }),
  ...(retryAfter === undefined ? {} : { retryAfter }),
});

export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'refused' in value;
