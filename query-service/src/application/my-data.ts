import { Readable } from 'node:stream';
import {
  type CollectionName,
  collections,
  type EntryDocument,
  type FileDocument,
  type GroupDocument,
  type MembershipDocument,
  type MessageDocument,
  type UserDocument,
} from '@quorum/contracts/documents/collections.ts';
import type { Document } from '@quorum/contracts/ports/read-store.ts';
import { ZipFile } from 'yazl';
import { calendarEvent, calendarHead, calendarTail } from './calendar-file.ts';
import type { Context } from './context.ts';

const PAGE = 200;

/** Every document of a person, page by page, so that memory stays flat however much there is. */
async function* documentsOf<D extends Document>(
  { reads }: Context,
  collection: CollectionName,
  where: Record<string, string>,
): AsyncGenerator<D> {
  let after: { id: string } | undefined;
  for (;;) {
    const page: readonly D[] = await reads.active.query<D>(collections[collection].name, {
      where,
      limit: PAGE,
      ...(after === undefined ? {} : { after }),
    });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = { id: last.id };
  }
}

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
});

const entryOf = ({
  name,
  description,
  location,
  date,
  time,
  timeZone,
  duration,
  startsAt,
  endsAt,
  groupId,
}: EntryDocument) => ({
  name,
  description,
  location,
  date,
  time,
  timeZone,
  duration,
  startsAt,
  endsAt,
  groupId,
});

const messageOf = ({ id, groupId, kind, postedAt, text, fileName, edited, deleted, replyTo }: MessageDocument) => ({
  id,
  groupId,
  kind,
  postedAt,
  text,
  fileName,
  edited,
  deleted,
  replyTo,
});

async function* calendarFile(entries: AsyncIterable<EntryDocument>): AsyncGenerator<string> {
  yield calendarHead();
  for await (const entry of entries) yield calendarEvent(entry);
  yield calendarTail();
}

/**
 * Everything that a person made, as a ZIP that is written while it is read: profile, groups, events (JSON and iCalendar),
 * messages and files. @returns undefined when the person is gone.
 */
export const myData = async (context: Context, userId: string): Promise<Readable | undefined> => {
  const { reads, files } = context;
  const user = await reads.active.get<UserDocument>(collections.users.name, userId);
  if (user === undefined) return undefined;
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  // Whoever goes away in the middle must not leave a file open.
  let current: Readable | undefined;
  output.once('close', () => current?.destroy());
  zip.on('error', (error: Error) => output.destroy(error));
  // A source is opened when its turn comes; one that fails ends the whole download, rather than giving half a file.
  const addLazily = (name: string, open: () => AsyncIterable<string | Uint8Array>, compress = true): void => {
    zip.addReadStreamLazy(name, { compress }, (give) => {
      const source = Readable.from(open(), { objectMode: false });
      current = source;
      source.once('error', (error) => output.destroy(error));
      if (output.destroyed) source.destroy();
      else give(null, source);
    });
  };
  const groupOf = async (membership: MembershipDocument) => {
    const group = await reads.active.get<GroupDocument>(collections.groups.name, membership.groupId);
    return {
      id: membership.groupId,
      name: group?.name,
      description: group?.description,
      role: membership.role,
      joinedAt: membership.joinedAt,
    };
  };
  const entries = () => documentsOf<EntryDocument>(context, 'entries', { creatorId: userId });

  zip.addBuffer(Buffer.from(`${JSON.stringify(profileOf(user), null, 2)}\n`), 'profile.json');
  addLazily('groups.json', () =>
    jsonList(map(documentsOf<MembershipDocument>(context, 'memberships', { userId }), groupOf)),
  );
  addLazily('events.json', () => jsonList(map(entries(), entryOf)));
  addLazily('events.ics', () => calendarFile(entries()));
  addLazily('messages.json', () =>
    jsonList(map(documentsOf<MessageDocument>(context, 'messages', { senderId: userId }), messageOf)),
  );

  void (async () => {
    for await (const file of documentsOf<FileDocument>(context, 'files', { ownerId: userId })) {
      if (file.purpose === 'message-preview') continue;
      addLazily(`files/${file.id.slice(0, 8)}-${safeName(file)}`, () => contentOf(files, file.id), false);
    }
    zip.end();
  })().catch((error) => output.destroy(error as Error));
  return output;
};

/** A name that no archive program takes for a path. */
const safeName = ({ name, purpose, mimeType }: FileDocument): string => {
  const cleaned = (name ?? '')
    .replace(/[/\\:*?"<>|]/g, '_')
    .replace(/^\.+/, '_')
    .slice(0, 120);
  return cleaned === '' ? `${purpose}.${mimeType.split('/')[1] ?? 'bin'}` : cleaned;
};

async function* contentOf(files: Context['files'], fileId: string): AsyncGenerator<Uint8Array> {
  const found = await files.read(fileId);
  if (found !== undefined) yield* found.stream as AsyncIterable<Uint8Array>;
}
