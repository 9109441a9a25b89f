export const MEETING_PROVIDERS = ['teams', 'meet', 'zoom'] as const;
export type MeetingProvider = (typeof MEETING_PROVIDERS)[number];

type ProviderRules = {
  readonly name: string;
  /** Forms of the text after `https://`. */
  readonly form: RegExp;
};

/** A link must not contain characters that could end an attribute or start markup. */
const TAIL = '[^\\s<>"\'\\\\^`{|}]';

const RULES: Record<MeetingProvider, ProviderRules> = {
  teams: {
    name: 'Teams',
    form: new RegExp(
      String.raw`^teams\.(?:microsoft|live)\.com/(?:l/meetup-join/${TAIL}+|meet/\d+/?(?:[?#]${TAIL}*)?)$`,
      'i',
    ),
  },
  meet: {
    name: 'Meet',
    form: new RegExp(String.raw`^meet\.google\.com/[a-z0-9-]{10,}/?(?:[?#]${TAIL}*)?$`, 'i'),
  },
  zoom: {
    name: 'Zoom',
    form: new RegExp(String.raw`^(?:[a-z0-9-]+\.)*zoom\.us/j/\d{9,11}/?(?:[?#]${TAIL}*)?$`, 'i'),
  },
};

const SCHEME = /^https?:\/\//i;
const HTTPS = /^https:\/\//i;

export const providerName = (provider: MeetingProvider): string => RULES[provider].name;

/** Whether the text, once trimmed, is a meeting link of the provider. `https://` is optional. */
export const isMeetingLink = (provider: MeetingProvider, text: string): boolean =>
  RULES[provider].form.test(text.trim().replace(HTTPS, ''));

/** Refusal text for a location when this provider is chosen, or undefined. An empty location is valid. */
export const meetingLinkError = (provider: MeetingProvider, location: string): string | undefined =>
  location.trim() === '' || isMeetingLink(provider, location)
    ? undefined
    : `Please enter a valid ${providerName(provider)} meeting link`;

export type MeetingLink = {
  readonly provider: MeetingProvider;
  /** Always https. */
  readonly href: string;
  /** `Join with Teams` */
  readonly label: string;
};

const linkOf = (candidate: string): MeetingLink | undefined => {
  const rest = candidate.replace(SCHEME, '');
  const provider = MEETING_PROVIDERS.find((name) => RULES[name].form.test(rest));
  return provider && { provider, href: `https://${rest}`, label: `Join with ${providerName(provider)}` };
};

export const meetingLinkOf = (location: string): MeetingLink | undefined => linkOf(location.trim());

const BETWEEN_CANDIDATES = /[\s<>"'`()[\]{}|\\^]+/u;
const AROUND_CANDIDATE = /^[,;:.!?*_~]+|[,;:.!?*_~]+$/g;

/** The first meeting link in a text. Only a whole address counts, never one inside another address. */
export const findMeetingLink = (text: string): MeetingLink | undefined => {
  for (const word of text.split(BETWEEN_CANDIDATES)) {
    const link = linkOf(word.replace(AROUND_CANDIDATE, ''));
    if (link) return link;
  }
  return undefined;
};
