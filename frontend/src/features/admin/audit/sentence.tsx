import { Fragment } from 'react';
import type { Words } from './audit-words.ts';

export function Sentence({ words }: { readonly words: Words }) {
  return (
    <p dir="auto">
      {words.sentence.map((part, index) =>
        typeof part === 'string' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never change places
          <Fragment key={index}>{part}</Fragment>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never change places
          <b key={index}>{part.strong}</b>
        ),
      )}
    </p>
  );
}
