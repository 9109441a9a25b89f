import { itemOfNotice } from '@quorum/contracts/activity/items.ts';
import type { ActivityItemView } from '@quorum/contracts/activity/wire.ts';
import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { withoutBrokenMark } from '@quorum/contracts/text/mentions.ts';
import { type People, personView } from '@quorum/service-kit/reads/account.ts';
import { distinct } from '@quorum/service-kit/reads/joins.ts';
import { beginningOf, type MessageDocument } from '@quorum/service-kit/reads/message.ts';
import { presentNotices } from '@quorum/service-kit/reads/notice.ts';
import { eventsById } from '@quorum/service-kit/reads/series.ts';
import { joinsOf, type Reading } from '../reading/context.ts';
import type { Item } from './items.ts';

/** Characters of a message that an item shows. */
const MAX_TEXT = 300;

const ofMessage = (message: MessageDocument | undefined, people: People) => {
  if (message === undefined || message.deleted) return undefined;
  const { id: messageId, text, mentions = [] } = message;
  const mentioned = mentions.map((id) => personView(id, people.get(id)));
  const beginning = withoutBrokenMark(beginningOf(text ?? '', MAX_TEXT));
  return { messageId, text: beginning, ...(mentioned.length > 0 && { mentions: mentioned }) };
};

type Joined = {
  readonly people: People;
  readonly messages: ReadonlyMap<string, MessageDocument>;
  readonly events: ReadonlyMap<string, EventView>;
};

const ofEvent = (event: EventView | undefined) => {
  if (event === undefined) return undefined;
  const { _id, createdBy: creatorId, name, startsAt, endsAt } = event;
  return { event: { _id, creatorId, name, from: { startsAt, endsAt } } };
};

/** Undefined if its message or event is gone. */
const aboutOf = (item: Item, joined: Joined): Partial<ActivityItemView> | undefined => {
  const { messageId, event, poll, groupName } = item;
  if (poll !== undefined) return { poll: { _id: poll.id, name: poll.name ?? '' } };
  if (event !== undefined) return ofEvent(joined.events.get(event._id));
  if (messageId !== undefined) return ofMessage(joined.messages.get(messageId), joined.people);
  return groupName === undefined ? {} : { groupName };
};

const viewOf = (item: Item, joined: Joined): ActivityItemView | undefined => {
  const { _id, kind, groupId, at, personId } = item;
  const about = aboutOf(item, joined);
  return about && { _id, kind, groupId, at, person: personView(personId, joined.people.get(personId)), ...about };
};

/** Items as clients see them. A message shows its present text, and a person the present name. */
export const presentItems = async (context: Reading, items: readonly Item[]): Promise<readonly ActivityItemView[]> => {
  const joins = joinsOf(context);
  const messages = await joins.messages(items.flatMap(({ messageId }) => messageId ?? []));
  const mentioned = [...messages.values()].flatMap(({ mentions = [] }) => mentions);
  const [people, events, notices] = await Promise.all([
    joins.people(distinct([...items.map(({ personId }) => personId), ...mentioned])),
    eventsById(
      joins,
      items.flatMap(({ kind, event }) => (kind === 'seat' ? (event?._id ?? []) : [])),
    ),
    presentNotices(
      joins,
      items.flatMap(({ notice }) => notice ?? []),
    ),
  ]);
  const noticed = new Map(notices.map((notice) => [notice._id, itemOfNotice(notice)]));
  const joined = { people, messages, events };
  return items.flatMap((item) => (item.notice === undefined ? viewOf(item, joined) : noticed.get(item._id)) ?? []);
};
