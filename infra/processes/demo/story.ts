import type { ReactionEmoji } from '@quorum/contracts/kernel/limits.ts';
import { formWith, Member } from './member.ts';
import { type Name, people } from './people.ts';
import { emblem, landscape, portrait } from './pictures.ts';
import { smallTalk } from './small-talk.ts';
import type { StoryClock } from './story-clock.ts';

type Cast = { readonly [N in Name]: Member };

const codeSentTo = async (origin: string, phone: string): Promise<string> => {
  const answer = await fetch(`${origin}/api/dev/sms?phoneNumber=${encodeURIComponent(phone)}`);
  const { messages } = (await answer.json()) as { messages: { body: string }[] };
  const code = /\b(\d{6})\b/.exec(messages[0]?.body ?? '')?.[1];
  if (code === undefined) throw new Error(`no code was sent to ${phone}`);
  return code;
};

const signUp = async (origin: string, name: Name, address: string): Promise<Member> => {
  const { phone, firstName, lastName, look } = people[name];
  const member = new Member(origin, address);
  await member.call('signup', { body: { phoneNumber: phone } });
  const body = { phoneNumber: phone, verificationCode: await codeSentTo(origin, phone) };
  member.signedIn((await member.call('verifySignup', { body })).token);
  await member.call('updateEmail', { body: { email: `${name}@example.org` } });
  await member.call('updateName', { body: { firstName, lastName } });
  const form = formWith('profilePicture', portrait(look), `${name}.png`, 'image/png');
  await member.call('uploadProfilePicture', { form });
  await member.call('completeProfile');
  return member;
};

const newGroup = async (owner: Member, name: string, description: string, picture?: Buffer): Promise<Group> => {
  const form = picture && formWith('groupImage', picture, 'group.png', 'image/png');
  const imageUrl = form && (await owner.call('uploadGroupImage', { form })).groupImageUrl;
  const { group, inviteCode } = await owner.call('createGroup', { body: { name, description, imageUrl } });
  return { id: group._id, inviteCode, name };
};
type Group = { readonly id: string; readonly inviteCode: string; readonly name: string };

const joinAll = async (cast: Cast, owner: Name, { inviteCode }: Group, names: readonly Name[]): Promise<void> => {
  for (const name of names) {
    cast[name].follows(cast[owner]);
    await cast[name].call('joinByLink', { body: { inviteCode } });
  }
};

/** Wall-clock date and time of an instant in a zone. */
const wallClock = (instant: number, timeZone: string): { date: string; time: string } => {
  const options = { timeZone, hourCycle: 'h23', dateStyle: 'short', timeStyle: 'short' } as const;
  const [date = '', time = ''] = new Intl.DateTimeFormat('sv-SE', options).format(instant).split(' ');
  return { date, time };
};

const QUARTER = 15 * 60_000;

type Plan = {
  readonly by: Name;
  readonly group: Group | undefined;
  readonly name: string;
  /** Hours from now until it starts. */
  readonly inHours: number;
  readonly duration: number;
  readonly location?: string;
  readonly description?: string;
};

const plan = async (cast: Cast, { by, group, inHours, ...rest }: Plan): Promise<void> => {
  const { timeZone } = people[by];
  const start = Math.round((Date.now() + inHours * 3_600_000) / QUARTER) * QUARTER;
  const body = { ...rest, ...wallClock(start, timeZone), timeZone, ...(group && { groupId: group.id }) };
  await cast[by].call('createEvent', { body });
};

/** The people post in turn. Replies and reactions refer to messages by their place, counted from the last. */
class Chat {
  readonly #cast: Cast;
  readonly #group: Group;
  readonly #said: string[] = [];

  constructor(cast: Cast, group: Group) {
    this.#cast = cast;
    this.#group = group;
  }

  async say(by: Name, content: string, replyToBack?: number): Promise<void> {
    const replyTo = replyToBack === undefined ? undefined : this.#said.at(-replyToBack);
    const body = { groupId: this.#group.id, content, ...(replyTo && { replyTo }) };
    this.#said.push((await this.#cast[by].call('sendMessage', { body })).message._id);
  }

  async send(by: Name, bytes: Buffer, name: string, type: string): Promise<void> {
    const form = formWith('file', bytes, name, type, this.#group.id);
    this.#said.push((await this.#cast[by].call('sendFile', { form })).message._id);
  }

  async react(emoji: ReactionEmoji, ...by: Name[]): Promise<void> {
    const id = this.#said.at(-1) ?? '';
    for (const name of by) await this.#cast[name].call('addReaction', { params: { id }, body: { emoji } });
  }

  /** Someone has read everything so far. */
  async read(by: Name): Promise<void> {
    const messageId = this.#said.at(-1) ?? '';
    await this.#cast[by].call('readGroupUpTo', { params: { id: this.#group.id }, body: { messageId } });
  }
}

const DAY = 1440;

/** Time span of the story, in minutes before now. */
export const STORY_BEGINS = 4 * DAY;

const packingList = `Ridge cabin, what to bring
- sleeping bag, warm layers, rain jacket
- head lamp and spare batteries
- breakfast for two mornings (dinners are shared)
- cards, the good ones
`;

/** Eight people, three groups, some days of talk and plans, all through the API. @param origin address of the product. */
// oxlint-disable-next-line max-lines-per-function -- the story is one sequence of calls, read from top to bottom
export const tellStory = async (origin: string, clock: StoryClock): Promise<void> => {
  const entries: [Name, Member][] = [];
  for (const [index, name] of (Object.keys(people) as Name[]).entries())
    entries.push([name, await signUp(origin, name, `192.0.2.${index + 1}`)]);
  const cast = Object.fromEntries(entries) as Cast;

  const trail = await newGroup(
    cast.nora,
    'Saturday Trail Crew',
    'Slow hikes, long lunches, and one cabin weekend a year',
    emblem([64, 124, 96], [236, 226, 190]),
  );
  await joinAll(cast, 'nora', trail, ['idris', 'priya', 'oskar', 'lucia', 'hana', 'theo', 'wren']);
  const studio = await newGroup(
    cast.priya,
    'Harbor Street Studio',
    'Shared desk, print room and the kettle rota',
    emblem([196, 96, 80], [250, 236, 220]),
  );
  await joinAll(cast, 'priya', studio, ['nora', 'wren', 'idris']);
  const book = await newGroup(
    cast.theo,
    'Half-Read Book Club',
    'Nobody has to finish, everybody has to have an opinion',
  );
  await joinAll(cast, 'theo', book, ['nora', 'lucia', 'hana']);

  const all: readonly Plan[] = [
    {
      by: 'oskar',
      group: trail,
      name: 'Creek loop',
      inHours: -50,
      duration: 240,
      location: 'North lot, Bear Creek Trailhead',
    },
    { by: 'priya', group: studio, name: 'Print room cleanup', inHours: -26, duration: 90 },
    {
      by: 'lucia',
      group: trail,
      name: 'Gear check call',
      inHours: -0.5,
      duration: 120,
      location: 'https://example.org/call/trail-crew',
    },
    {
      by: 'nora',
      group: trail,
      name: 'Cabin groceries',
      inHours: 4,
      duration: 60,
      location: 'Corner Market, 5th and Alder',
    },
    {
      by: 'wren',
      group: studio,
      name: 'Risograph demo',
      inHours: 22,
      duration: 120,
      description: 'Bring one drawing in two colours.',
    },
    {
      by: 'theo',
      group: book,
      name: 'Chapters 1 to 9',
      inHours: 27,
      duration: 75,
      description: 'Or however far you came.',
    },
    {
      by: 'nora',
      group: trail,
      name: 'Ridge cabin weekend',
      inHours: 72,
      duration: 2880,
      location: 'Ridge Cabin, Mile 14',
      description: 'Two nights. Cars leave at nine.',
    },
    { by: 'hana', group: trail, name: 'Photo swap', inHours: 150, duration: 60 },
    { by: 'nora', group: undefined, name: 'Dentist', inHours: 26, duration: 45 },
    { by: 'nora', group: undefined, name: 'Call with Mum', inHours: 2, duration: 30 },
  ];
  const [loop, cleanup, ...later] = all;
  const talk = new Chat(cast, trail);
  const prints = new Chat(cast, studio);
  const pages = new Chat(cast, book);

  for (const [index, [by, line]] of smallTalk.entries()) {
    clock.minutesAgo(4 * DAY - 120 - 4 * index);
    await talk.say(by, line);
  }

  clock.minutesAgo(3 * DAY);
  if (loop) await plan(cast, loop);
  await talk.say('oskar', 'Creek loop is on. Dry until noon, then we will see.');
  await talk.react('👍', 'nora', 'idris', 'wren');
  await talk.say('hana', 'Early for me, but I will cheer from the island 🌺');
  if (cleanup) await plan(cast, cleanup);
  await prints.say('priya', 'The drying rack has things on it from March. Names on Post-its, please.');
  await prints.say('wren', 'The blue ones are mine. Sorry. All of them.', 1);
  await prints.react('😂', 'priya', 'nora');

  clock.minutesAgo(2 * DAY - 200);
  await talk.send('oskar', landscape([118, 142, 196], [84, 120, 104], 1.4), 'creek-loop.png', 'image/png');
  await talk.react('❤️', 'nora', 'hana', 'lucia', 'priya');
  await talk.say('lucia', 'That light! Was this from the second bridge?', 1);
  await talk.say('oskar', 'Second bridge, around eleven. Then it rained sideways.', 1);
  await talk.react('😮', 'theo');

  clock.minutesAgo(DAY + 90);
  for (const one of later) await plan(cast, one);
  await talk.say('nora', 'Cabin weekend is in the calendar: two nights, cars leave at nine. Who drives?');
  await talk.say('idris', 'I can take four and all the bags.', 1);
  await talk.react('🎉', 'nora', 'priya', 'wren', 'theo');
  await talk.say('theo', 'I land that morning, so I will be asleep in the back for the first hour.');
  await talk.send('nora', Buffer.from(packingList), 'packing-list.txt', 'text/plain');
  await talk.say('priya', 'Trail conditions are kept up to date here: https://example.org/ridge/conditions');
  await pages.say('theo', 'Reminder that nobody has to finish.');
  await pages.say('lucia', 'I have not started, and I already have an opinion.', 1);
  await pages.react('🔥', 'theo', 'nora');

  clock.minutesAgo(95);
  await talk.send('hana', landscape([232, 150, 120], [60, 84, 116], 4.1), 'sunset-from-here.png', 'image/png');
  await talk.react('❤️', 'nora', 'lucia');
  await talk.say('wren', 'Fine, you win today.', 1);
  await prints.say('wren', 'Risograph demo tomorrow. Two colours, one drawing each. I found the good paper.');
  await talk.read('idris');
  await pages.read('nora');

  clock.minutesAgo(12);
  await talk.say('lucia', 'Gear check call is open, come by whenever.');
  await talk.say('idris', 'Two minutes, finding my stove.', 1);
  await talk.react('😂', 'lucia', 'oskar');
  clock.minutesAgo(3);
  await talk.say('oskar', 'Does anybody own a tarp that is not also a poncho?');

  const looks: readonly [Name, Group, number][] = [
    ['nora', trail, 2],
    ['nora', studio, 0],
    ['nora', book, 4],
    ['idris', trail, 2],
    ['priya', studio, 3],
  ];
  for (const [name, { id: groupId }, colorIndex] of looks)
    await cast[name].call('chooseColor', { body: { groupId, colorIndex } });
  for (const name of ['nora', 'idris'] as const)
    await cast[name].call('pinGroup', { body: { groupId: trail.id, isPinned: true } });
};
