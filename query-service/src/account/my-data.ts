import type { Readable } from 'node:stream';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import type { UserDocument } from '@quorum/service-kit/reads/account.ts';
import type { AuditDocument } from '@quorum/service-kit/reads/audit.ts';
import { type CollectionName, collections, type DocumentOf, ownerOf } from '@quorum/service-kit/reads/collections.ts';
import type { EntryDocument } from '@quorum/service-kit/reads/entry.ts';
import type { MembershipDocument } from '@quorum/service-kit/reads/group.ts';
import type { FileDocument } from '@quorum/service-kit/reads/media.ts';
import type { MessageDocument } from '@quorum/service-kit/reads/message.ts';
import { type PagedQuery, pagesOf } from '@quorum/service-kit/reads/pages.ts';
import type { PinDocument } from '@quorum/service-kit/reads/pin.ts';
import type { SeriesDocument } from '@quorum/service-kit/reads/series.ts';
import { addZones } from '../calendar-feed/calendar-events.ts';
import { calendarPieces, eventText } from '../calendar-feed/calendar-text.ts';
import { NamedZones } from '../calendar-feed/time-zones.ts';
import { openFile } from '../files/open-file.ts';
import type { Context, Reading } from '../reading/context.ts';
import { spokenTexts } from '../reading/spoken-texts.ts';
import { streamedZip } from './streamed-zip.ts';

const PAGE_SIZE = 200;

/** Every document of a person. */
async function* documentsOf<C extends CollectionName>(
  { reads }: Reading,
  collection: C,
  query: PagedQuery,
): AsyncGenerator<DocumentOf<C>> {
  for await (const page of pagesOf(reads.active, collection, query, PAGE_SIZE)) yield* page;
}

/** In the order of the field's index, so that no page sorts all of a person's documents. */
const by = (field: string) => ({ order: { field, direction: 'asc' } }) as const;

async function* jsonList<T>(items: AsyncIterable<T>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const item of items) {
    yield `${separator}${JSON.stringify(item, null, 2)}`;
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

async function* map<A, B>(items: AsyncIterable<A>, change: (item: A) => B | Promise<B>): AsyncGenerator<B> {
  for await (const item of items) yield await change(item);
}

const profileOf = (user: UserDocument) => ({
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  phoneNumber: user.phone,
  memberSince: user.createdAt,
  defaultReminder: user.reminderDefault,
});

const pick = <T extends object, K extends keyof T>(from: T, ...names: K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>;

const omit = <T extends object, K extends keyof T>(from: T, ...names: K[]): Omit<T, K> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name as K))) as Omit<T, K>;

/** Fields of an event that only the product needs. */
const internal = [
  'id',
  'ownerKey',
  'creatorId',
  'importedAt',
  'uidKey',
  'createdAt',
  'changedAt',
  'revision',
] as const satisfies readonly (keyof EntryDocument & keyof SeriesDocument)[];

const entryOf = (entry: EntryDocument) => omit(entry, ...internal, 'position', 'placeRevision', 'placeBefore');

const seriesOf = (series: SeriesDocument) => ({
  ...omit(series, ...internal, 'replaced', 'gaps'),
  parts: series.parts.map((part) => omit(part, 'madeRevision')),
});

const messageOf = (context: Reading) => async (message: MessageDocument) => {
  const exported = pick(
    message,
    'id',
    'groupId',
    'kind',
    'postedAt',
    'text',
    'fileName',
    'edited',
    'deleted',
    'replyTo',
  );
  const { text } = exported;
  return text === null ? exported : { ...exported, text: (await spokenTexts(context, [text]))(text) };
};

const pinOf = ({ id: messageId, groupId, at }: PinDocument) => ({ messageId, groupId, at });

const LINK_CHANGES: Readonly<Record<string, 'made' | 'turned off'>> = { FeedCreated: 'made', FeedEnded: 'turned off' };

/** Links to calendars, also those that have ended. The audit history has them without their addresses. */
async function* calendarLinks(lines: AsyncIterable<AuditDocument>) {
  for await (const { type, at, groupId = MY_SCHEDULE } of lines) {
    const change = LINK_CHANGES[type];
    if (change !== undefined) yield { groupId, change, at: new Date(at).toISOString() };
  }
}

/** Reads the events twice, because a file names its zones first. */
async function* calendarFile(
  events: readonly (() => AsyncIterable<EntryDocument | SeriesDocument>)[],
  now: number,
): AsyncGenerator<string> {
  const zones = new NamedZones(now);
  for (const read of events) for await (const event of read()) addZones(zones, event);
  const texts = async function* () {
    for (const read of events) for await (const event of read()) yield eventText(event, { zones });
  };
  yield* calendarPieces(zones, texts());
}

/** The collections of a person that no other file of the archive holds, with the field that says whose a document is. */
const plainCollections = (Object.keys(collections) as CollectionName[]).flatMap((name) => {
  const { person = [], isApart = false } = ownerOf(name);
  const [field] = [person].flat();
  return field === undefined || isApart ? [] : [{ name, field }];
});

/** Without what only the product needs. */
const plain = ({ id, userId, feedId, listKind, order, ...rest }: Plain) => rest;

type Plain = { readonly id: string } & { readonly [K in 'userId' | 'feedId' | 'listKind' | 'order']?: string };

/**
 * Everything a person created, as a ZIP that is streamed while it is read: profile, groups, events (JSON and iCalendar), messages,
 * files, and everything else that a collection holds of the person. @returns undefined if the account was deleted.
 */
export const myData = async (
  context: Pick<Context, 'clock' | 'files' | 'log' | 'reads'>,
  userId: string,
): Promise<Readable | undefined> => {
  const { clock, reads } = context;
  const user = await reads.active.get('users', userId);
  if (user === undefined) return undefined;
  const zip = streamedZip();
  const groupOf = async (membership: MembershipDocument) => {
    const group = await reads.active.get('groups', membership.groupId);
    return {
      id: membership.groupId,
      name: group?.name,
      description: group?.description,
      role: membership.role,
      joinedAt: membership.joinedAt,
    };
  };
  const memberships = () => documentsOf(context, 'memberships', { where: { userId }, ...by('joinedPosition') });
  const entries = () => documentsOf(context, 'entries', { where: { creatorId: userId }, ...by('createdAt') });
  const series = () => documentsOf(context, 'series', { where: { creatorId: userId }, ...by('createdAt') });
  const pinned = () => documentsOf(context, 'pins', { where: { by: userId }, ...by('order') });
  const account = () => documentsOf(context, 'audit', { where: { actorId: userId, kind: 'account' }, ...by('at') });
  const messages = () => documentsOf(context, 'messages', { where: { senderId: userId }, ...by('order') });

  zip.add('profile.json', Buffer.from(`${JSON.stringify(profileOf(user), null, 2)}\n`));
  zip.addLazily('groups.json', () => jsonList(map(memberships(), groupOf)));
  zip.addLazily('events.json', () => jsonList(map(entries(), entryOf)));
  zip.addLazily('repeating-events.json', () => jsonList(map(series(), seriesOf)));
  zip.addLazily('pins.json', () => jsonList(map(pinned(), pinOf)));
  zip.addLazily('events.ics', () => calendarFile([entries, series], clock.now()));
  zip.addLazily('calendar-links.json', () => jsonList(calendarLinks(account())));
  zip.addLazily('messages.json', () => jsonList(map(messages(), messageOf(context))));
  for (const { name, field } of plainCollections)
    zip.addLazily(`${name}.json`, () =>
      jsonList(map(documentsOf(context, name, { where: { [field]: userId } }), plain)),
    );

  void (async () => {
    for await (const file of documentsOf(context, 'files', { where: { ownerId: userId } })) {
      if (file.purpose === 'message-preview') continue;
      const named = await reads.active.get('fileNames', file.id);
      zip.addLazily(`files/${file.id.slice(0, 8)}-${safeName(file, named?.name)}`, () => contentOf(context, file.id), {
        compress: false,
      });
    }
    zip.end();
  })().catch((error) => zip.output.destroy(error as Error));
  return zip.output;
};

/** Characters of a name in the archive. */
const MAX_NAME = 120;

/** Keeps the ending of a long name, by which it is opened, and no part of a character. */
const shortened = (name: string): string => {
  const ending = /\.[^.]{1,15}$/.exec(name)?.[0] ?? '';
  if (name.length <= MAX_NAME) return name;
  return `${name.slice(0, MAX_NAME - ending.length).replace(/\p{Cs}$/u, '')}${ending}`;
};

/** A name that no archive program mistakes for a path. */
const safeName = ({ purpose, mimeType }: FileDocument, name = ''): string => {
  const cleaned = shortened(name.replace(/[/\\:*?"<>|]/g, '_').replace(/^\.+/, '_'));
  return cleaned === '' ? `${purpose}.${mimeType.split('/')[1] ?? 'bin'}` : cleaned;
};

async function* contentOf(store: Pick<Context, 'files' | 'log'>, fileId: string): AsyncGenerator<Uint8Array> {
  const found = await openFile(store, fileId);
  if (found !== undefined) yield* found.stream as AsyncIterable<Uint8Array>;
}
