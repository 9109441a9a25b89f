export type OutboxMessage = { readonly to: string; readonly body: string; readonly sentAt: string };

export type OutboxLine = {
  readonly key: string;
  readonly to: string;
  readonly sentAt: string;
  /** The text around the code. Without a code, all of it is `before`. */
  readonly parts: { readonly before: string; readonly code: string | undefined; readonly after: string };
  /** `use`: the code fits the number that waits for one. `replaced`: a later code took its place. */
  readonly action: 'use' | 'copy' | 'replaced' | 'none';
};

type Waiting = { readonly phoneNumber: string | undefined; readonly sentAt: number | undefined };

const MAX_LINES = 20;
/**
 * The server sends the code before its answer arrives. Shorter than the pause between two codes, so an earlier code
 * never fits.
 */
const SENT_BEFORE_ANSWER_MS = 25_000;

/** Turns `messages`, newest first, into lines. `waiting`: the number that waits for a code, and since when. */
export const outboxLines = (messages: readonly OutboxMessage[], waiting: Waiting): OutboxLine[] => {
  const isAwaited = ({ to, sentAt }: OutboxMessage) =>
    to === waiting.phoneNumber &&
    waiting.sentAt !== undefined &&
    Date.parse(sentAt) > waiting.sentAt - SENT_BEFORE_ANSWER_MS;
  const numbersWithCode = new Set<string>();
  return messages.slice(0, MAX_LINES).map((message, index) => {
    const { to, body, sentAt } = message;
    const parts = partsOf(body);
    const hasCode = parts.code !== undefined;
    const isLatest = hasCode && !numbersWithCode.has(to);
    if (hasCode) numbersWithCode.add(to);
    // Two messages may have the same time. Counted from the oldest, indexes stay stable when newer ones arrive.
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
