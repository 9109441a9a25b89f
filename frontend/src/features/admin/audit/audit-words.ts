import type { AuditLine, Named } from '@quorum/contracts/audit/wire.ts';
import { decisions } from '../decisions.ts';

/** One sentence in parts. `strong` parts name people, groups and decisions. */
export type Part = string | { readonly strong: string };
export type Words = { readonly sentence: readonly Part[]; readonly detail: string };

const strong = (text: string): Part => ({ strong: text });

/** `admin` is the administrator who was signed in. The product's own actions have no name. */
export const actorName = ({ actor, facts }: AuditLine): string => {
  if (actor._id === 'admin') return String(facts.by ?? 'admin');
  if (actor._id === 'anonymous') return 'Somebody';
  if (actor._id.startsWith('system:')) return 'Quorum';
  return actor.name || 'Deleted account';
};
const nameOf = (named: Named | null): string => (named === null ? 'somebody' : named.name || 'deleted account');

const kindOfMessage: Readonly<Record<string, string>> = {
  text: 'a message',
  image: 'an image',
  video: 'a video',
  file: 'a file',
  entry: 'an event to the chat',
};
const joinedVia: Readonly<Record<string, string>> = { link: 'with the link', code: 'with the code' };
const closedBecause: Readonly<Record<string, string>> = {
  'message-removed': 'the message was removed',
  'user-banned': 'the user was banned',
};

/** `GroupImageChanged` as `group image changed`. */
const spoken = (type: string): string => type.replaceAll(/(?<=.)([A-Z])/g, ' $1').toLowerCase();

type Teller = (line: AuditLine) => Words;
const told =
  (verb: string, detail: (line: AuditLine) => string = () => ''): Teller =>
  (line) => ({ sentence: [strong(actorName(line)), ` ${verb}`], detail: detail(line) });
const toldOf =
  (verb: string, after = ''): Teller =>
  (line) => ({ sentence: [strong(actorName(line)), ` ${verb} `, strong(nameOf(line.user)), after], detail: '' });
const fact =
  (name: string) =>
  ({ facts }: AuditLine): string =>
    String(facts[name] ?? '');

const tellers: Readonly<Record<string, Teller>> = {
  UserRegistered: told('signed up'),
  NameChanged: told('changed their name'),
  EmailChanged: told('changed their email'),
  PictureChanged: told('changed their picture'),
  PhoneChanged: told('changed their number'),
  ProfileCompleted: told('completed their profile'),
  AccountDeleted: (line) =>
    line.facts.reason === 'banned'
      ? { sentence: [strong(nameOf(line.user)), ' was banned'], detail: 'all data deleted' }
      : { sentence: [strong(actorName(line)), ' deleted their account'], detail: '' },
  PhoneBanned: () => ({ sentence: ['A phone number was blocked'], detail: 'only a keyed hash of it is kept' }),
  SessionStarted: told('signed in'),
  SessionEnded: told('signed out'),
  SessionsRevoked: told('ended other sessions'),
  GroupCreated: told('created the group'),
  GroupDetailsChanged: told('changed name or description'),
  GroupImageChanged: told('changed the image of the group'),
  GroupImageRemoved: told('removed the image of the group'),
  GroupSettingsChanged: told('changed the permissions'),
  InvitationRenewed: told('renewed the invitation'),
  GroupDeleted: told('deleted the group'),
  MemberJoined: told('joined', ({ facts }) => joinedVia[String(facts.via)] ?? ''),
  MemberLeft: (line) => ({ sentence: [strong(line.user ? nameOf(line.user) : actorName(line)), ' left'], detail: '' }),
  MemberRemoved: toldOf('removed'),
  RemovalLifted: toldOf('let', ' back in'),
  MemberRoleChanged: (line) => ({
    sentence: [strong(actorName(line)), ' made ', strong(nameOf(line.user)), ` ${line.facts.role}`],
    detail: 'role',
  }),
  OwnershipTransferred: toldOf('made', ' the owner'),
  EntryScheduled: told('created an event'),
  EntryDetailsChanged: told('changed an event'),
  EntryRescheduled: told('moved an event'),
  EntryCancelled: told('cancelled an event'),
  MessagePosted: (line) => told(`sent ${kindOfMessage[String(line.facts.kind)] ?? 'a message'}`)(line),
  MessageEdited: told('edited a message'),
  MessageDeleted: told('deleted a message'),
  MessageRemoved: ({ user, group }) => ({
    sentence: [strong('Message removed'), ' of ', strong(nameOf(user))],
    detail: `from ${group?.name || 'a deleted group'}, no byte of it is left`,
  }),
  ReactionAdded: told('reacted to a message'),
  ReactionRemoved: told('took a reaction back'),
  LinkPreviewsResolved: told('looked up the links of a message'),
  FileStored: told('uploaded a file', fact('mimeType')),
  FileRemoved: told('deleted a file'),
  MessageReported: told('reported a message', fact('reason')),
  ReportOpened: told('looked at the evidence of a report'),
  ReportReviewed: ({ facts, user }) => ({
    sentence: [
      strong(decisions[facts.action as keyof typeof decisions]?.label ?? String(facts.action)),
      facts.action === 'ban_user' ? ' applied to ' : ' on a message by ',
      strong(nameOf(user)),
    ],
    detail: facts.action === 'allow' ? `${facts.by} · reviewed, no action taken` : String(facts.by),
  }),
  ReportClosed: ({ facts }) => ({
    sentence: [strong('Report closed')],
    detail: closedBecause[String(facts.reason)] ?? '',
  }),
  ConfigurationChanged: ({ facts }) => ({
    sentence: [strong(String(facts.key)), ' updated'],
    detail: String(facts.by),
  }),
  AdminSignedIn: told('signed in to the admin panel'),
  AdminSignedOut: told('signed out of the admin panel'),
};

export const wordsOf = (line: AuditLine): Words => {
  const words = tellers[line.type]?.(line) ?? {
    sentence: [strong(actorName(line)), `: ${spoken(line.type)}`],
    detail: '',
  };
  if (words.detail !== '' || line.group === null) return words;
  return { ...words, detail: line.group.name || 'deleted group' };
};

/** `message-removed · message-9c41… · revision 4` */
export const placeOf = ({ type, stream, revision }: AuditLine): string =>
  `${spoken(type).replaceAll(' ', '-')} · ${shortStream(stream)} · revision ${revision}`;

/** `message-9c41e07b` */
export const shortStream = (stream: string): string => stream.slice(0, stream.indexOf('-') + 9);
