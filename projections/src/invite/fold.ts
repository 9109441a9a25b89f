import { fold, type Model, type Step } from '../model.ts';

type OfCode = { readonly data: { readonly code: string } };

const count = (by: 1 | -1): Step<OfCode> =>
  fold(
    'joinCodeCounts',
    ({ data }) => String(data.code.length),
    (known, { data }) => ({ id: String(data.code.length), taken: (known?.taken ?? 0) + by }),
  );

/** How many join codes of each length are in use, so that new ones are long enough to be hard to guess. */
export const joinCodes = {
  name: 'join-codes',
  version: 1,
  collections: ['joinCodeCounts'],
  on: { JoinCodeClaimed: [count(1)], JoinCodeReleased: [count(-1)] },
} satisfies Model;
