import type { SentencePart } from '@quorum/contracts/audit/wire.ts';
import { Fragment } from 'react';

export function Sentence({ parts }: { readonly parts: readonly SentencePart[] }) {
  return (
    <p dir="auto">
      {parts.map((part, index) =>
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
