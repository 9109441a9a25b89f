import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import type { MessageDocument } from '@quorum/service-kit/reads/message.ts';
import { type MessageTermsDocument, messageTerms } from '@quorum/service-kit/reads/message-terms.ts';
import type { FoldStep, Handlers, PutStep, Step } from '../model.ts';
import { putAll } from '../model.ts';

type AnyStep = Step<StoredEvent>;

const index = (messages: PutStep<StoredEvent>['documents']): AnyStep =>
  putAll('messageTerms', (event: StoredEvent, read) =>
    (messages(event, read) as readonly MessageDocument[]).map(messageTerms),
  );

const isFoundAlike = (a: MessageDocument, b: MessageDocument): boolean =>
  a.text === b.text && a.previews === b.previews && a.deleted === b.deleted && a.mentions === b.mentions;

const indexAgain = ({ id, fold, reads = () => [] }: FoldStep<StoredEvent>): AnyStep =>
  putAll(
    'messageTerms',
    (event: StoredEvent, read): readonly MessageTermsDocument[] => {
      const before = read('messages', id(event));
      const after = fold(before, event, read) as MessageDocument | null;
      if (before === undefined || (after !== null && isFoundAlike(before, after))) return [];
      return [messageTerms(after ?? { ...before, deleted: true })];
    },
    (event) => [{ collection: 'messages', id: id(event) }, ...reads(event)],
  );

const indexing = (step: AnyStep): readonly AnyStep[] => {
  if (step.collection !== 'messages') return [];
  if (step.step === 'put') return [index(step.documents)];
  return step.step === 'fold' ? [indexAgain(step)] : [];
};

/** Indexes every message that these steps write. */
export const termsOf = <H extends Handlers>(messages: H): { readonly [T in keyof H]: H[T] } =>
  Object.fromEntries(
    Object.entries(messages).map(([type, steps]) => [type, (steps as readonly AnyStep[]).flatMap(indexing)]),
  ) as { readonly [T in keyof H]: H[T] };
