export type OutboxMessage = { readonly to: string; readonly body: string; readonly sentAt: string };

export type OutboxLine = {
  readonly key: string;
  readonly to: string;
  readonly sentAt: string;
  /** The text around the code; without a code all of it is `before`. */
  readonly parts: { readonly before: string; readonly code: string | undefined; readonly after: string };
  /** `use`: the code fits the number that waits for one. `replaced`: a later code took its place. */
  readonly action: 'use' | 'copy' | 'replaced' | 'none';
};

const MOST_LINES = 20;

/** `messages`, newest first, as lines. `waiting`: the number that waits for a code, if one does. */
export const outboxLines = (messages: readonly OutboxMessage[], waiting: string | undefined): OutboxLine[] => {
  const numbersWithCode = new Set<string>();
  return messages.slice(0, MOST_LINES).map(({ to, body, sentAt }, index) => {
    const parts = partsOf(body);
    const hasCode = parts.code !== undefined;
    const isLatest = hasCode && !numbersWithCode.has(to);
    if (hasCode) numbersWithCode.add(to);
    // Two messages may bear the same moment; counted from the oldest, a place stays the same when newer ones come.
    const key = `${sentAt} ${messages.length - index}`;
    return { key, to, sentAt, parts, action: actionOf(hasCode, isLatest, to === waiting) };
  });
};

const actionOf = (hasCode: boolean, isLatest: boolean, isWaiting: boolean): OutboxLine['action'] => {
  if (!hasCode) return 'none';
  if (!isLatest) return 'replaced';
  return isWaiting ? 'use' : 'copy';
};

const partsOf = (body: string): OutboxLine['parts'] => {
  const match = /(?<!\d)\d{6}(?!\d)/.exec(body);
  if (match === null) return { before: body, code: undefined, after: '' };
  const [code] = match;
  return { before: body.slice(0, match.index), code, after: body.slice(match.index + code.length) };
};
