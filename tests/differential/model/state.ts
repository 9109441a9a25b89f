import type { Command } from '../command.ts';

/** What the specification says the product knows, in the simplest form. Times in milliseconds since the first command. */

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
  /** A change of number that waits for three days. */
  waitingPhone: string | undefined;
  /** A text message with a link that stops a change was sent. */
  hasStopLink = false;
  readonly pins = new Set<string>();
  readonly colors = new Map<string, number>();
  /** By group, the place of the last message read. */
  readonly read = new Map<string, number>();
  /** Unknown invitations tried since the clock last moved. */
  misses = 0;
  readonly groupsCreated: number[] = [];

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
  /** In the order of joining. */
  members: Map<string, { role: Role; readonly place: number }>;
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

export type CalendarEvent = { readonly id: string; readonly group: string; readonly creator: string } & Record<
  'name' | 'description' | 'location' | 'date' | 'time' | 'timeZone',
  string
> & { duration: number };

type Report = { readonly id: string; readonly reporter: string; readonly message: string; readonly against: string };

export class State {
  now = 0;
  /** Grows with everything that has an order. */
  place = 0;
  people = new Map<string, Person>();
  groups = new Map<string, Group>();
  messages = new Map<string, Message>();
  events = new Map<string, CalendarEvent>();
  reports = new Map<string, Report & { decided: boolean }>();
  banned = new Set<string>();
  /** By number, the code sent since the clock last moved. */
  codes = new Map<string, { readonly purpose: string; readonly by: string; used: boolean }>();
  /** Images for groups, with who uploaded them. */
  images = new Map<string, string>();
}

export const nextPlace = (state: State): number => {
  state.place += 1;
  return state.place;
};

/** The status of the answer to a command. */
export const OK = 200;
export type Rule<Who> = (state: State, who: Who, command: Command) => number;

/** Carries out what is allowed. */
export const done = (act: () => unknown): number => {
  act();
  return OK;
};

export const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
/** Neither empty nor longer than that. */
export const isText = (value: unknown, most: number): boolean => text(value) !== '' && text(value).length <= most;
