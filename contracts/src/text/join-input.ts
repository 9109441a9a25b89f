import { isReservedRoute } from './reserved-routes.ts';

export type Invite = {
  /** `code`: six or seven digits. `link`: the invite code from a link. */
  readonly kind: 'code' | 'link';
  readonly value: string;
};

export const JOIN_INPUT_REQUIRED = 'Please enter an invitation code or link';

/** Six digits, or seven once six-digit codes become scarce. */
const DIGITS = /^\d{6,7}$/;
const LINK_CODE = /^(?=.*[A-Z])[A-Z0-9]{8}$/;

export const isDigitCode = (text: string): boolean => DIGITS.test(text);

/** The form of generated invite codes: eight upper-case letters and digits with at least one letter, and never a route name. */
export const isInviteCode = (text: string): boolean => LINK_CODE.test(text) && !isReservedRoute(text);

const inviteOf = (text: string): Invite => {
  if (isDigitCode(text)) return { kind: 'code', value: text };
  // Codes are upper case, but may be typed in lower case.
  const upper = text.toUpperCase();
  return { kind: 'link', value: isInviteCode(upper) ? upper : text };
};

/** A stray percent sign stays as typed. The server then knows no such code. */
const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return segment;
    throw error;
  }
};

/** The punctuation of a sentence around a link or code, such as `({link}).` No code contains any. */
const PUNCTUATION = /^[\p{Ps}\p{Pi}"'<*_~]{1,9}|[\p{Pe}\p{Pf}"'>*_~.,;:!?…、。，；：！？]{1,9}$/gu;

const withoutPunctuation = (text: string): string => text.replace(PUNCTUATION, '');

/** Last path segment of a link, without query, fragment and trailing slashes. Undefined if the link is only a host. */
const lastSegment = (link: string): string | undefined => {
  const path = link.replace(/[?#].*$/s, '');
  const withoutHost = path.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/]*/i, '');
  const segment = withoutHost.split('/').filter(Boolean).at(-1);
  return segment && withoutPunctuation(decoded(segment));
};

export type JoinInput = (Invite & { readonly error?: never }) | { readonly kind: 'error'; readonly error: string };

/**
 * Parses what someone typed or pasted to join a group: six or seven digits (spaces and hyphens are ignored), a link, or the code
 * from a link. Anything else is treated as a link code, for the server to refuse.
 */
export const parseJoinInput = (input: string): JoinInput => {
  const text = withoutPunctuation(input.replace(/[\s\u200B-\u200F\u2060\uFEFF]+/g, ''));
  const segment = text.includes('/') ? lastSegment(text) : text;
  if (segment === undefined || segment === '') return { kind: 'error', error: JOIN_INPUT_REQUIRED };
  const digits = segment.replaceAll('-', '');
  return inviteOf(isDigitCode(digits) ? digits : segment);
};

/** The invite code of a single path segment, as on the landing page. Undefined for a route name. */
export const parseInviteSegment = (given: string): Invite | undefined => {
  const segment = withoutPunctuation(given);
  return segment === '' || isReservedRoute(segment) ? undefined : inviteOf(segment);
};

/**
 * Whether the path (`/AB12CD34`) is one segment of six or more letters or digits and not a route, perhaps with the punctuation of
 * its sentence. Such paths need no sign-in.
 */
export const isInvitePath = (pathname: string): boolean => {
  const match = /^\/([A-Za-z0-9]{6,})\/?$/.exec(withoutPunctuation(decoded(pathname)));
  return match !== null && !isReservedRoute(match[1] ?? '');
};
