/** What the specification says the product knows, in the simplest form. Times in milliseconds since the first command. */

export type Role = 'owner' | 'admin' | 'member';

type Session = { readonly at: number; ended: boolean };

export type Person = {
  readonly name: string;
  phone: string;
  first: string;
  last: string;
  email: string;
  complete: boolean;
  picture: boolean;
  deleted: boolean;
  /** The last one is the browser that sends the commands. */
  sessions: Session[];
  /** A change of number that waits for three days. */
  waitingPhone: string | undefined;
  /** A text message with a link that stops a change was sent. */
  hasStopLink: boolean;
  pins: Set<string>;
  colors: Map<string, number>;
  /** By group, the place of the last message read. */
  read: Map<string, number>;
  /** Unknown invitations tried since the clock last moved. */
  misses: number;
  groupsCreated: number[];
};

export type Settings = {
  allowMembersCreateEvents: boolean;
  allowMembersInvite: boolean;
  allowMembersEditGroupDetails: boolean;
};

export type Member = { role: Role; readonly place: number };

export type Group = {
  readonly id: string;
  name: string;
  description: string;
  image: boolean;
  settings: Settings;
  alive: boolean;
  /** In the order of joining. */
  members: Map<string, Member>;
  removed: Set<string>;
  /** Counts the renewals of its code and link. */
  invitation: number;
};

export type Message = {
  readonly id: string;
  readonly group: string;
  readonly sender: string;
  readonly kind: 'text' | 'file' | 'event';
  readonly replyTo: string | undefined;
  readonly at: number;
  /** Order in the chat. */
  readonly place: number;
  text: string;
  edited: boolean;
  deleted: boolean;
  /** Persons by emoji, both in the order of reacting. */
  reactions: Map<string, string[]>;
};

export type CalendarEvent = {
  readonly id: string;
  readonly group: string;
  readonly creator: string;
  name: string;
  description: string;
  location: string;
  date: string;
  time: string;
  duration: number;
  timeZone: string;
};

export type Report = {
  readonly id: string;
  readonly reporter: string;
  readonly message: string;
  readonly against: string;
  decided: boolean;
};

export type State = {
  now: number;
  /** Grows with everything that has an order. */
  place: number;
  people: Map<string, Person>;
  groups: Map<string, Group>;
  messages: Map<string, Message>;
  events: Map<string, CalendarEvent>;
  reports: Map<string, Report>;
  banned: Set<string>;
  /** By number, the code sent since the clock last moved. */
  codes: Map<string, { readonly purpose: string; readonly by: string; used: boolean }>;
  images: Map<string, string>;
  visits: Set<string>;
  config: Map<string, string>;
};

export const emptyState = (): State => ({
  now: 0,
  place: 0,
  people: new Map(),
  groups: new Map(),
  messages: new Map(),
  events: new Map(),
  reports: new Map(),
  banned: new Set(),
  codes: new Map(),
  images: new Map(),
  visits: new Set(),
  config: new Map(),
});

export const nextPlace = (state: State): number => {
  state.place += 1;
  return state.place;
};

/** The answer to a command, as far as the specification determines it. */
export type Status = number;
export const OK: Status = 200;

export const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
/** Neither empty nor longer than that. */
export const isText = (value: unknown, most: number): boolean => text(value) !== '' && text(value).length <= most;
