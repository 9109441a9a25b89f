import type { Command } from '../command.ts';

/** The product's knowledge according to the specification, in the simplest form. Times in milliseconds since the first command. */

export type Role = 'owner' | 'admin' | 'member';

export class Person {
  readonly name: string;
  phone: string;
  first = '';
  last = '';
  email = '';
  complete = false;
  picture = false;
  deleted = false;
  /** The last one is the browser that sends the commands. */
  readonly sessions: { readonly at: number; ended: boolean }[] = [];
  /** A pending change of number. */
  waitingPhone: string | undefined;
  /** A text message with a stop link was sent. */
  hasStopLink = false;
  /** Alerts show the texts of messages. */
  showText = true;
  /** Proposed by the wizard. */
  reminderDefault: unknown = null;
  readonly pins = new Set<string>();
  readonly colors = new Map<string, number>();
  /** Per group, what was chosen. */
  readonly notifications = new Map<string, { level?: unknown; eventChanges?: unknown; mutedUntil?: unknown }>();
  /** Per group, the position of the last message read. */
  readonly read = new Map<string, number>();
  /** Unknown invitations tried since the clock last moved. */
  misses = 0;
  readonly groupsCreated: number[] = [];
  /** Per calendar, the link to it, by the command that made it. It is live while the membership of that place lasts. */
  readonly feeds = new Map<string, { readonly id: string; readonly place: number }>();
  readonly feedsMade = new Set<string>();

  constructor(name: string, phone: string) {
    this.name = name;
    this.phone = phone;
  }
}

export type Group = {
  readonly id: string;
  name: string;
  description: string;
  image: boolean;
  settings: { allowMembersCreateEvents: boolean; allowMembersInvite: boolean; allowMembersEditGroupDetails: boolean };
  alive: boolean;
  /** In joining order. */
  members: Map<string, { role: Role; readonly place: number }>;
  removed: Set<string>;
  /** Ids of messages, last pinned first. One of a deleted event shows again with it. */
  pins: readonly string[];
  /** Number of renewals of its code and link. */
  invitation: number;
};

export type Message = {
  readonly id: string;
  readonly group: string;
  readonly sender: string;
  readonly kind: 'text' | 'file' | 'event' | 'poll';
  readonly replyTo: string | undefined;
  readonly at: number;
  /** Order in the chat. */
  readonly place: number;
  text: string;
  edited: boolean;
  deleted: boolean;
  /** People per emoji, both in the order of reacting. */
  /** In the order in which they were given. */
  reactions: { readonly emoji: string; readonly name: string }[];
};

export type CalendarEvent = { readonly id: string; readonly group: string; readonly creator: string } & Record<
  'name' | 'description' | 'location' | 'date' | 'time' | 'timeZone',
  string
> & {
    duration: number;
    seats: number | null;
    guestsEach: number;
    /** Minutes before the start, or `none`; and what people chose for themselves. */
    reminder: unknown;
    readonly reminders: Map<string, unknown>;
    /** By person; those in line in the order of joining. */
    readonly parties: Map<string, Party>;
    /** Of a date of a series: the answers to all dates, and the fields that were changed on this date. */
    readonly toAll?: Map<string, Party>;
    readonly own?: Set<string>;
  };

/** An event that repeats. Each of its dates is an event, unless it was deleted. */
export type Series = {
  readonly id: string;
  readonly group: string;
  readonly creator: string;
  /** Deleted ones too. */
  dates: readonly CalendarEvent[];
};

export type Answer = 'going' | 'maybe' | 'cant';

/** `for` names the time and place that were answered for. */
export type Party = { readonly answer: Answer; readonly guests: number; seated: boolean; readonly for: string };

export type Vote = 'yes' | 'ifneedbe' | 'no';

export type Poll = {
  readonly id: string;
  readonly group: string;
  readonly creator: string;
  name: string;
  state: 'open' | 'decided' | 'cancelled';
  /** Instants by start. */
  starts: readonly string[];
  /** By person, in the order of their first votes, and by start. */
  readonly votes: Map<string, Map<string, Vote>>;
  event: string | undefined;
};

type Report = { readonly id: string; readonly reporter: string; readonly message: string; readonly against: string };

type Cancelled = {
  readonly event: CalendarEvent | Series;
  /** The events that went with it. */
  readonly listed: readonly CalendarEvent[];
  readonly by: string;
  /** By moderation. */
  isRemoved?: boolean;
  /** Deleted for good. */
  isPurged?: boolean;
};

export class State {
  now = 0;
  /** Increases with everything that has an order. */
  place = 0;
  people = new Map<string, Person>();
  groups = new Map<string, Group>();
  messages = new Map<string, Message>();
  events = new Map<string, CalendarEvent>();
  series = new Map<string, Series>();
  polls = new Map<string, Poll>();
  /** Events, dates and series that were deleted, and by whom. */
  cancelled = new Map<string, Cancelled>();
  /** Events as they were made. */
  firsts = new Map<string, Omit<CalendarEvent, 'parties' | 'reminders'>>();
  reports = new Map<string, Report & { decided: boolean }>();
  banned = new Set<string>();
  /** Per number, the code sent since the clock last moved. */
  codes = new Map<string, { readonly purpose: string; readonly by: string; used: boolean }>();
  /** Images for groups, with their uploaders. */
  images = new Map<string, string>();
}

export const nextPlace = (state: State): number => {
  state.place += 1;
  return state.place;
};

/** The status of the answer to a command. */
export const OK = 200;
export type Rule<Who> = (state: State, who: Who, command: Command) => number;

/** Executes an allowed command. */
export const done = (act: () => unknown): number => {
  act();
  return OK;
};

export const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
/** Neither empty nor too long. */
export const isText = (value: unknown, most: number): boolean => text(value) !== '' && text(value).length <= most;
