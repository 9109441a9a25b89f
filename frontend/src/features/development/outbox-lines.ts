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

type Waiting = { readonly phoneNumber: string | undefined; readonly sentAt: number | undefined };

const MOST_LINES = 20;
/** The server sends before its answer is here. Less than the pause between two codes, so that an earlier one never fits. */
const SENT_BEFORE_ANSWER_MS = 25_000;

/** `messages`, newest first, as lines. `waiting`: which number waits for a code since when. */
export const outboxLines = (messages: readonly OutboxMessage[], waiting: Waiting): OutboxLine[] => {
  const isAwaited = ({ to, sentAt }: OutboxMessage) =>
    to === waiting.phoneNumber &&
    waiting.sentAt !== undefined &&
    Date.parse(sentAt) > waiting.sentAt - SENT_BEFORE_ANSWER_MS;
  const numbersWithCode = new Set<string>();
  return messages.slice(0, MOST_LINES).map((message, index) => {
    const { to, body, sentAt } = message;
    const parts = partsOf(body);
    const hasCode = parts.code !== undefined;
    const isLatest = hasCode && !numbersWithCode.has(to);
    if (hasCode) numbersWithCode.add(to);
    // Two messages may bear the same moment; counted from the oldest, a place stays the same when newer ones come.
    const key = `${sentAt} ${messages.length - index}`;
    return { key, to, sentAt, parts, action: actionOf(hasCode, isLatest, isAwaited(message)) };
  });
};

const actionOf = (hasCode: boolean, isLatest: boolean, isAwaited: boolean): OutboxLine['action'] => {
  if (!hasCode) return 'none';
  if (!isLatest) return 'replaced';
  return isAwaited ? 'use' : 'copy';
};

const partsOf = (body: string): OutboxLine['parts'] => {
  const match = /(?<!\d)\d{6}(?!\d)/.exec(body);
  if (match === null) return { before: body, code: undefined, after: '' };
  const [code] = match;
  return { before: body.slice(0, match.index), code, after: body.slice(match.index + code.length) };
};
