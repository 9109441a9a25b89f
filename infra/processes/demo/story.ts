import type { RsvpAnswer } from '@quorum/contracts/entry/attendance.ts';
import type { ReactionEmoji } from '@quorum/contracts/message/rules.ts';
import type { Vote } from '@quorum/contracts/poll/votes.ts';
import type { GroupKey, Name } from './cast.ts';
import type { Color } from './pictures.ts';
import { smallTalk } from './small-talk.ts';

type InGroup = { readonly in: GroupKey; readonly by: Name };
type Reactions = { readonly reactions?: { readonly [E in ReactionEmoji]?: readonly Name[] } };

/** `replyTo` counts back from the last post of the group. `@name` mentions somebody. */
export type Message = InGroup & Reactions & { readonly say: string; readonly replyTo?: number };

export type SentFile = InGroup &
  Reactions & { readonly file: string } & (
    | { readonly text: string }
    | { readonly landscape: readonly [sky: Color, hills: Color, seed: number] }
  );

export type PlannedEvent = {
  /** None for a personal event. */
  readonly in?: GroupKey;
  readonly by: Name;
  readonly event: string;
  /** Hours from now until it starts. */
  readonly inHours: number;
  /** Minutes. */
  readonly duration: number;
  readonly location?: string;
  readonly description?: string;
  readonly seats?: number;
  /** Minutes before the start. */
  readonly reminder?: number;
  readonly repeats?: { readonly unit: 'week'; readonly every: number };
  /** Who answers, in this order. */
  readonly answers?: readonly (readonly [Name, RsvpAnswer])[];
};

/** Events of another calendar, with the hours from now until they start. */
export type Importing = InGroup & { readonly imports: readonly (readonly [event: string, inHours: number])[] };
/** A search for a time. Members vote for its times in order. */
export type PlannedPoll = InGroup & {
  readonly poll: string;
  readonly location?: string;
  /** Minutes. */
  readonly duration: number;
  /** Hours from now until each time starts. */
  readonly inHours: readonly number[];
  readonly votes: { readonly [N in Name]?: readonly (Vote | null)[] };
};

/** Counts back from the last post of the group. */
export type Pinning = InGroup & { readonly pins: number };
export type Reading = InGroup & { readonly hasReadAll: true };
export type Preferences = InGroup & { readonly color: number; readonly isPinned?: boolean };
export type Step = Message | SentFile | PlannedEvent | Importing | PlannedPoll | Pinning | Reading | Preferences;

type Scene = {
  readonly minutesAgo: number;
  /** Minutes between two steps. */
  readonly stepMinutes?: number;
  readonly steps: readonly Step[];
};

const packingList = `Ridge cabin, what to bring
- sleeping bag, warm layers, rain jacket
- head lamp and spare batteries
- breakfast for two mornings (dinners are shared)
- cards, the good ones
`;

const HOUR = 60;
const DAY = 24 * HOUR;

/** When the people sign up, in minutes before now. */
export const STORY_BEGINS = 4 * DAY;

export const scenes: readonly Scene[] = [
  {
    minutesAgo: 4 * DAY - 2 * HOUR,
    stepMinutes: 4,
    steps: smallTalk.map(([by, say]) => ({ in: 'trail', by, say })),
  },
  {
    minutesAgo: 3 * DAY,
    steps: [
      {
        in: 'trail',
        by: 'oskar',
        event: 'Creek loop',
        inHours: -50,
        duration: 240,
        location: 'North lot, Bear Creek Trailhead',
      },
      {
        in: 'trail',
        by: 'oskar',
        say: 'Creek loop is on. Dry until noon, then we will see.',
        reactions: { '👍': ['nora', 'idris', 'wren'] },
      },
      { in: 'trail', by: 'hana', say: 'Early for me, but I will cheer from the island 🌺' },
      { in: 'studio', by: 'priya', event: 'Print room cleanup', inHours: -26, duration: 90 },
      { in: 'studio', by: 'priya', say: 'The drying rack has things on it from March. Names on Post-its, please.' },
      {
        in: 'studio',
        by: 'wren',
        say: 'The blue ones are mine. Sorry. All of them.',
        replyTo: 1,
        reactions: { '😂': ['priya', 'nora'] },
      },
    ],
  },
  {
    minutesAgo: 2 * DAY - 200,
    steps: [
      {
        in: 'trail',
        by: 'oskar',
        file: 'creek-loop.png',
        landscape: [[118, 142, 196], [84, 120, 104], 1.4],
        reactions: { '❤️': ['nora', 'hana', 'lucia', 'priya'] },
      },
      { in: 'trail', by: 'lucia', say: 'That light! Was this from the second bridge?', replyTo: 1 },
      {
        in: 'trail',
        by: 'oskar',
        say: 'Second bridge, around eleven. Then it rained sideways.',
        replyTo: 1,
        reactions: { '😮': ['theo'] },
      },
    ],
  },
  {
    minutesAgo: DAY + 90,
    steps: [
      {
        in: 'trail',
        by: 'lucia',
        event: 'Gear check call',
        inHours: -0.5,
        duration: 120,
        location: 'https://example.org/call/trail-crew',
      },
      {
        in: 'trail',
        by: 'nora',
        event: 'Cabin groceries',
        inHours: 4,
        duration: 60,
        location: 'Corner Market, 5th and Alder',
        reminder: 30,
      },
      {
        in: 'studio',
        by: 'wren',
        event: 'Risograph demo',
        inHours: 22,
        duration: 120,
        description: 'Bring one drawing in two colours.',
      },
      {
        in: 'studio',
        by: 'priya',
        poll: 'Print fair setup',
        location: 'Pier 4, hall B',
        duration: 120,
        inHours: [70, 88, 94, 113],
        votes: {
          priya: ['yes', 'yes', 'ifneedbe', 'no'],
          wren: ['no', 'yes', 'yes', null],
          nora: ['ifneedbe', 'yes', 'no', 'yes'],
        },
      },
      {
        in: 'studio',
        by: 'wren',
        event: 'Open studio',
        inHours: 46,
        duration: 180,
        repeats: { unit: 'week', every: 1 },
        answers: [
          ['nora', 'going'],
          ['idris', 'maybe'],
        ],
      },
      {
        in: 'book',
        by: 'theo',
        event: 'Chapters 1 to 9',
        inHours: 27,
        duration: 75,
        description: 'Or however far you came.',
      },
      {
        in: 'trail',
        by: 'nora',
        event: 'Ridge cabin weekend',
        inHours: 72,
        duration: 2880,
        location: 'Ridge Cabin, Mile 14',
        description: 'Two nights. Cars leave at nine.',
        seats: 3,
        answers: [
          ['hana', 'going'],
          ['idris', 'going'],
          ['lucia', 'going'],
        ],
      },
      {
        in: 'trail',
        by: 'hana',
        event: 'Photo swap',
        inHours: 150,
        duration: 60,
        answers: [
          ['lucia', 'going'],
          ['idris', 'cant'],
          ['nora', 'maybe'],
        ],
      },
      {
        in: 'studio',
        by: 'priya',
        imports: [
          ['Kiln firing', 98],
          ['Kiln cool-down', 122],
        ],
      },
      { by: 'nora', event: 'Dentist', inHours: 26, duration: 45 },
      { by: 'nora', event: 'Call with Mum', inHours: 2, duration: 30, reminder: 10 },
      { in: 'trail', by: 'nora', say: 'Cabin weekend is in the calendar: two nights, cars leave at nine. Who drives?' },
      {
        in: 'trail',
        by: 'idris',
        say: 'I can take four and all the bags.',
        replyTo: 1,
        reactions: { '🎉': ['nora', 'priya', 'wren', 'theo'] },
      },
      { in: 'trail', by: 'theo', say: 'I land that morning, so I will be asleep in the back for the first hour.' },
      { in: 'trail', by: 'nora', file: 'packing-list.txt', text: packingList },
      { in: 'trail', by: 'nora', pins: 1 },
      {
        in: 'trail',
        by: 'priya',
        say: 'Trail conditions are kept up to date here: https://example.org/ridge/conditions',
      },
      { in: 'book', by: 'theo', say: 'Reminder that nobody has to finish.' },
      {
        in: 'book',
        by: 'lucia',
        say: 'I have not started, and I already have an opinion.',
        replyTo: 1,
        reactions: { '🔥': ['theo', 'nora'] },
      },
    ],
  },
  {
    minutesAgo: 95,
    steps: [
      {
        in: 'trail',
        by: 'hana',
        file: 'sunset-from-here.png',
        landscape: [[232, 150, 120], [60, 84, 116], 4.1],
        reactions: { '❤️': ['nora', 'lucia'] },
      },
      { in: 'trail', by: 'wren', say: 'Fine, you win today.', replyTo: 1 },
      {
        in: 'studio',
        by: 'wren',
        say: 'Risograph demo tomorrow. Two colours, one drawing each. I found the good paper.',
      },
      { in: 'trail', by: 'idris', hasReadAll: true },
      { in: 'book', by: 'nora', hasReadAll: true },
    ],
  },
  {
    minutesAgo: 12,
    steps: [
      { in: 'trail', by: 'lucia', say: 'Gear check call is open, come by whenever.' },
      {
        in: 'trail',
        by: 'idris',
        say: 'Two minutes, finding my stove.',
        replyTo: 1,
        reactions: { '😂': ['lucia', 'oskar'] },
      },
    ],
  },
  {
    minutesAgo: 3,
    steps: [
      { in: 'trail', by: 'oskar', say: '@nora, do we own a tarp that is not also a poncho?' },
      { in: 'trail', by: 'nora', color: 2, isPinned: true },
      { in: 'studio', by: 'nora', color: 0 },
      { in: 'book', by: 'nora', color: 4 },
      { in: 'trail', by: 'idris', color: 2, isPinned: true },
      { in: 'studio', by: 'priya', color: 3 },
    ],
  },
];
