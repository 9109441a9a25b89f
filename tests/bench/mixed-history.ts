import { orderedId } from '@quorum/contracts/kernel/ordered-id.ts';
import { defaultGroupSettings } from '@quorum/contracts/kernel/permissions.ts';
import { reactionPalette } from '@quorum/contracts/message/rules.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import type { DataOf, DomainEvent } from '@quorum/domain/event-catalogue.ts';
import { fileStream } from '@quorum/domain/file/events.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import { messageStream } from '@quorum/domain/message/events.ts';
import { preferencesStream } from '@quorum/domain/preferences/events.ts';
import { readingStream } from '@quorum/domain/reading/events.ts';
import { sessionStream } from '@quorum/domain/session/events.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import type { ExpectedRevision } from '@quorum/service-kit/ports/event-log.ts';
import { RecentlyUsed } from '@quorum/service-kit/recently-used.ts';

type Thing = { readonly stream: string; readonly event: DomainEvent };
/** `expected` may be too low for a stream that was not touched for long. */
export type Happening = Thing & { readonly expected: ExpectedRevision };

type Group = { readonly id: string; readonly members: string[]; readonly messages: { id: string; sender: string }[] };

const WORDS = (
  'shall we meet at the library on thursday I will bring the notes and somebody should book a room thanks that works for me ' +
  'running late see you there who has the slides great idea let us vote on it tomorrow'
).split(' ');
const PER_GROUP = 12;
const REMEMBERED_STREAMS = 1_000_000;
/** The newest messages of a group, to which people react. Older ones are forgotten, so that a history may have any length. */
const TALKED_ABOUT = 30;
const DAY = 86_400_000;
const FIRST_DAY = Date.UTC(2026, 0, 5, 14);

/** Seeded random numbers, so that every run has the same history (generator from Numerical Recipes). */
class Chance {
  #state: number;
  readonly #ordersIds: boolean;
  /** Milliseconds since 1970; advances with every message. */
  #now = FIRST_DAY;

  constructor({ seed = 7, ordersIds = false }: MixedHistoryOptions) {
    this.#state = seed;
    this.#ordersIds = ordersIds;
  }

  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }

  of<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T;
  }

  uuid(): string {
    const hex = Array.from({ length: 4 }, () =>
      this.below(2 ** 32)
        .toString(16)
        .padStart(8, '0'),
    ).join('');
    const variant = '89ab'[this.below(4)];
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
  }

  messageId(): string {
    return this.#ordersIds ? orderedId(this.#now++, this.uuid()) : this.uuid();
  }

  text(): string {
    const length = 3 + this.below(22);
    const words = Array.from({ length }, () => this.of(WORDS));
    return this.below(20) === 0 ? `${words.join(' ')} https://example.com/${this.below(10_000)}` : words.join(' ');
  }
}

export type MixedHistoryOptions = {
  readonly seed?: number;
  /** Whether message ids grow with time, as the product's do. */
  readonly ordersIds?: boolean;
};

/** A busy product: people sign up and join groups, then chat, react, read, plan and change their minds. */
export function* mixedHistory(count: number, options: MixedHistoryOptions = {}): Generator<Happening> {
  let made = 0;
  const lengths = new RecentlyUsed<string, number>(REMEMBERED_STREAMS);
  for (const thing of endless(new Chance(options))) {
    const length = lengths.get(thing.stream) ?? 0;
    lengths.set(thing.stream, length + 1);
    yield { ...thing, expected: length === 0 ? 'none' : length - 1 };
    made += 1;
    if (made === count) return;
  }
}

function* endless(chance: Chance): Generator<Thing> {
  const groups: Group[] = [];
  for (let round = 0; ; round += 1) {
    if (round % 400 === 0) {
      const group: Group = { id: chance.uuid(), members: [], messages: [] };
      yield* foundGroup(chance, group);
      groups.push(group);
    }
    // Most messages go to the newest groups.
    const group = groups[Math.max(0, groups.length - 1 - chance.below(25))] as Group;
    yield* oneThing(chance, group);
    if (round % 40_000 === 39_999) yield* goodbye(chance, groups);
  }
}

function* foundGroup(chance: Chance, group: Group): Generator<Thing> {
  for (let i = 0; i < PER_GROUP; i += 1) {
    const userId = chance.uuid();
    const stream = userStream(userId);
    const phoneKey = chance.uuid();
    yield {
      stream,
      event: { type: 'UserRegistered', data: { userId, phone: `+1212555${1_000 + chance.below(9_000)}`, phoneKey } },
    };
    yield {
      stream: sessionStream(phoneKey),
      event: {
        type: 'SessionStarted',
        data: {
          sessionId: phoneKey,
          userId,
          expiresAt: new Date(FIRST_DAY + 30 * DAY).toISOString(),
          device: 'Firefox on Linux',
        },
      },
    };
    yield { stream, event: { type: 'EmailChanged', data: { userId, email: `${userId.slice(0, 8)}@example.com` } } };
    yield {
      stream,
      event: { type: 'NameChanged', data: { userId, firstName: chance.of(WORDS), lastName: chance.of(WORDS) } },
    };
    yield { stream, event: { type: 'ProfileCompleted', data: { userId } } };
    const joined: DomainEvent =
      i === 0
        ? {
            type: 'GroupCreated',
            data: {
              groupId: group.id,
              ownerId: userId,
              name: chance.of(WORDS),
              description: chance.text(),
              settings: defaultGroupSettings,
              inviteCode: phoneKey.slice(0, 8),
              sixDigitCode: String(100_000 + chance.below(900_000)),
              imageId: null,
            },
          }
        : { type: 'MemberJoined', data: { groupId: group.id, userId, via: 'link' } };
    yield { stream: groupStream(group.id), event: joined };
    group.members.push(userId);
    const prefers = (changes: DataOf<'GroupPreferencesChanged'>['changes']): Thing => ({
      stream: preferencesStream(userId),
      event: { type: 'GroupPreferencesChanged', data: { userId, groupId: group.id, changes } },
    });
    yield prefers({ color: chance.below(5) });
    if (chance.below(3) === 0) yield prefers({ pinned: true });
  }
}

function* oneThing(chance: Chance, group: Group): Generator<Thing> {
  const dice = chance.below(100);
  const person = chance.of(group.members);
  const target = group.messages[Math.max(0, group.messages.length - 1 - chance.below(TALKED_ABOUT))];
  if (dice < 56 || target === undefined) return yield* talk(chance, group, person);
  const { id: messageId, sender: senderId } = target;
  const ids = { messageId, groupId: group.id };
  const stream = messageStream(messageId);
  if (dice < 76)
    yield {
      stream,
      event: { type: 'ReactionAdded', data: { ...ids, userId: person, emoji: chance.of(reactionPalette) } },
    };
  else if (dice < 78)
    yield {
      stream,
      event: { type: 'ReactionRemoved', data: { ...ids, userId: person, emoji: chance.of(reactionPalette) } },
    };
  else if (dice < 87)
    yield { stream: readingStream(person, group.id), event: { type: 'GroupRead', data: { ...ids, userId: person } } };
  else if (dice < 89)
    yield { stream, event: { type: 'MessageEdited', data: { ...ids, senderId, text: chance.text() } } };
  else if (dice < 90) yield { stream, event: { type: 'MessageDeleted', data: { ...ids, senderId, by: senderId } } };
  else if (dice < 92)
    yield {
      stream,
      event: {
        type: 'LinkPreviewsResolved',
        data: {
          ...ids,
          senderId,
          previews: [{ url: 'https://example.com/', domain: 'example.com', title: chance.text() }],
        },
      },
    };
  else yield* plan(chance, group, person);
}

function* talk(chance: Chance, group: Group, senderId: string): Generator<Thing> {
  const messageId = chance.messageId();
  group.messages.push({ id: messageId, sender: senderId });
  if (group.messages.length > 2 * TALKED_ABOUT) group.messages.splice(0, TALKED_ABOUT);
  const data = { messageId, groupId: group.id, senderId, replyTo: null };
  if (chance.below(25) > 0) {
    yield {
      stream: messageStream(messageId),
      event: {
        type: 'MessagePosted',
        data: { ...data, kind: 'text', text: chance.text(), file: null, fileName: null },
      },
    };
    return;
  }
  const fileId = chance.uuid();
  const file = { fileId, size: 1_000 + chance.below(1_000_000), mimeType: 'image/webp', width: 800, height: 600 };
  yield {
    stream: fileStream(fileId),
    event: {
      type: 'FileStored',
      data: { ...file, ownerId: senderId, groupId: group.id, purpose: 'message', name: 'photo.webp' },
    },
  };
  yield {
    stream: messageStream(messageId),
    event: { type: 'MessagePosted', data: { ...data, kind: 'image', text: null, file, fileName: 'photo.webp' } },
  };
}

function* plan(chance: Chance, group: Group, creatorId: string): Generator<Thing> {
  const entryId = chance.uuid();
  const stream = entryStream(entryId);
  const ids = { entryId, groupId: group.id, creatorId };
  const startsAt = new Date(FIRST_DAY + chance.below(400) * DAY).toISOString();
  const times = {
    date: startsAt.slice(0, 10),
    time: '14:00',
    timeZone: 'America/New_York',
    duration: 60,
    startsAt,
    endsAt: new Date(Date.parse(startsAt) + 3_600_000).toISOString(),
  };
  yield {
    stream,
    event: {
      type: 'EntryScheduled',
      data: { ...ids, name: chance.of(WORDS), description: chance.text(), location: 'Main Street 1', ...times },
    },
  };
  yield {
    stream: messageStream(entryId),
    event: {
      type: 'MessagePosted',
      data: {
        messageId: entryId,
        groupId: group.id,
        senderId: creatorId,
        kind: 'entry',
        text: null,
        replyTo: null,
        file: null,
        fileName: null,
      },
    },
  };
  const fate = chance.below(10);
  if (fate === 0) yield { stream, event: { type: 'EntryCancelled', data: ids } };
  else if (fate < 3) yield { stream, event: { type: 'EntryRescheduled', data: { ...ids, ...times, time: '15:00' } } };
}

/** A member leaves, an account is deleted, a group ends. */
function* goodbye(chance: Chance, groups: Group[]): Generator<Thing> {
  const group = chance.of(groups);
  const leaving = group.members.pop() as string;
  yield {
    stream: groupStream(group.id),
    event: { type: 'MemberLeft', data: { groupId: group.id, userId: leaving, reason: 'account-deleted' } },
  };
  yield {
    stream: userStream(leaving),
    event: { type: 'AccountDeleted', data: { userId: leaving, phoneKey: leaving, reason: 'own-wish' } },
  };
  const [ended] = groups.splice(chance.below(groups.length), 1) as [Group];
  yield {
    stream: groupStream(ended.id),
    event: { type: 'GroupDeleted', data: { groupId: ended.id, reason: 'own-wish' } },
  };
}
