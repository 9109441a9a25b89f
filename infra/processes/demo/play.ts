import type { ReactionEmoji } from '@quorum/contracts/message/rules.ts';
import { markOf } from '@quorum/contracts/text/mentions.ts';
import { type GroupKey, groups, type Name, people } from './cast.ts';
import { formWith, Member } from './member.ts';
import { emblem, landscape, portrait } from './pictures.ts';
import {
  type Importing,
  type Message,
  type Pinning,
  type PlannedEvent,
  type PlannedPoll,
  type Preferences,
  type Reading,
  type SentFile,
  type Step,
  scenes,
} from './story.ts';
import type { StoryClock } from './story-clock.ts';

const QUARTER_HOUR_MS = 15 * 60_000;

/** Wall-clock date and time of an instant in a zone. */
const wallClock = (instant: number, timeZone: string): { date: string; time: string } => {
  const options = { timeZone, hourCycle: 'h23', dateStyle: 'short', timeStyle: 'short' } as const;
  const [date = '', time = ''] = new Intl.DateTimeFormat('sv-SE', options).format(instant).split(' ');
  return { date, time };
};

/** On a quarter of an hour, on the clock of a person. */
const timesIn = (hours: number, by: Name) => {
  const { timeZone } = people[by];
  const start = Math.round((Date.now() + hours * 3_600_000) / QUARTER_HOUR_MS) * QUARTER_HOUR_MS;
  return { ...wallClock(start, timeZone), timeZone };
};

/** Plays the story through the API of a product, as its people. */
class Player {
  readonly #origin: string;
  readonly #cast = new Map<Name, Member>();
  readonly #groups = new Map<GroupKey, { readonly id: string; readonly posts: string[] }>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  async signUp(name: Name, address: string): Promise<void> {
    const { phone, firstName, lastName, look } = people[name];
    const member = new Member(this.#origin, address);
    await member.call('signup', { body: { phoneNumber: phone } });
    const body = { phoneNumber: phone, verificationCode: await this.#codeSentTo(phone) };
    member.signedIn(await member.call('verifySignup', { body }));
    await member.call('updateEmail', { body: { email: `${name}@example.org` } });
    await member.call('updateName', { body: { firstName, lastName } });
    const form = formWith('profilePicture', portrait(look), `${name}.png`, 'image/png');
    await member.call('uploadProfilePicture', { form });
    await member.call('completeProfile');
    this.#cast.set(name, member);
  }

  async found(key: GroupKey): Promise<void> {
    const { owner, members, name, description, emblem: colors } = groups[key];
    const founder = this.#member(owner);
    const form = colors && formWith('groupImage', emblem(...colors), 'group.png', 'image/png');
    const imageUrl = form && (await founder.call('uploadGroupImage', { form })).groupImageUrl;
    const { group, inviteCode } = await founder.call('createGroup', { body: { name, description, imageUrl } });
    for (const member of members.map((one) => this.#member(one))) {
      member.follows(founder);
      await member.call('joinByLink', { body: { inviteCode } });
    }
    this.#groups.set(key, { id: group._id, posts: [] });
  }

  play(step: Step): Promise<unknown> {
    if ('say' in step) return this.#say(step);
    if ('file' in step) return this.#send(step);
    if ('event' in step) return this.#plan(step);
    if ('imports' in step) return this.#import(step);
    if ('poll' in step) return this.#ask(step);
    if ('pins' in step) return this.#pin(step);
    if ('color' in step) return this.#prefer(step);
    return this.#read(step);
  }

  async #say({ say, replyTo, ...post }: Message): Promise<void> {
    const { id: groupId, posts } = this.#group(post.in);
    const content = say.replace(/@(\w+)/g, (text, name: Name) =>
      name in people ? markOf(this.#member(name).userId) : text,
    );
    const body = { groupId, content, ...(replyTo !== undefined && { replyTo: posts.at(-replyTo) }) };
    await this.#posted(post, await this.#member(post.by).call('sendMessage', { body }));
  }

  async #send({ file, ...post }: SentFile): Promise<void> {
    const [bytes, type] =
      'text' in post ? [Buffer.from(post.text), 'text/plain'] : [landscape(...post.landscape), 'image/png'];
    const form = formWith('file', bytes, file, type, this.#group(post.in).id);
    await this.#posted(post, await this.#member(post.by).call('sendFile', { form }));
  }

  async #posted(
    { in: key, reactions = {} }: Omit<Message, 'say'>,
    answer: { message: { _id: string } },
  ): Promise<void> {
    const { _id: id } = answer.message;
    this.#group(key).posts.push(id);
    for (const [emoji, names] of Object.entries(reactions) as [ReactionEmoji, Name[]][])
      for (const name of names) await this.#member(name).call('addReaction', { params: { id }, body: { emoji } });
  }

  async #plan({ by, in: key, inHours, event: name, answers = [], ...rest }: PlannedEvent): Promise<void> {
    const groupId = key && { groupId: this.#group(key).id };
    const body = { ...rest, name, ...timesIn(inHours, by), ...groupId };
    const { event } = await this.#member(by).call('createEvent', { body });
    for (const [member, answer] of answers)
      await this.#member(member).call('giveRsvp', { params: { id: event.id }, body: { answer } });
  }

  async #import({ by, in: key, imports }: Importing): Promise<void> {
    const events = imports.map(([name, inHours]) => ({ uid: `${name}@example.org`, name, ...timesIn(inHours, by) }));
    await this.#member(by).call('importEvents', { body: { groupId: this.#group(key).id, events } });
  }

  async #ask({ by, in: key, poll: name, inHours, votes, ...rest }: PlannedPoll): Promise<void> {
    const { timeZone } = people[by];
    const options = inHours.map((hours) =>
      wallClock(Math.round((Date.now() + hours * 3_600_000) / QUARTER_HOUR_MS) * QUARTER_HOUR_MS, timeZone),
    );
    const body = { ...rest, name, timeZone, options, groupId: this.#group(key).id };
    const { poll } = await this.#member(by).call('openPoll', { body });
    for (const [member, cast] of Object.entries(votes) as [Name, (typeof votes)[Name] & object][]) {
      const entries = cast.flatMap((vote, at) => (vote === null ? [] : [[poll.options[at]?.id ?? '', vote] as const]));
      const params = { id: poll._id };
      await this.#member(member).call('vote', { params, body: { votes: Object.fromEntries(entries) } });
    }
  }

  async #read({ by, in: key }: Reading): Promise<void> {
    const { id, posts } = this.#group(key);
    await this.#member(by).call('readGroupUpTo', { params: { id }, body: { messageId: posts.at(-1) ?? '' } });
  }

  async #pin({ by, in: key, pins }: Pinning): Promise<void> {
    const { id, posts } = this.#group(key);
    await this.#member(by).call('pinMessage', { params: { id }, body: { messageId: posts.at(-pins) ?? '' } });
  }

  async #prefer({ by, in: key, color: colorIndex, isPinned }: Preferences): Promise<void> {
    const groupId = this.#group(key).id;
    await this.#member(by).call('chooseColor', { body: { groupId, colorIndex } });
    if (isPinned !== undefined) await this.#member(by).call('pinGroup', { body: { groupId, isPinned } });
  }

  #member(name: Name): Member {
    return this.#cast.get(name) as Member;
  }

  #group(key: GroupKey): { readonly id: string; readonly posts: string[] } {
    return this.#groups.get(key) as { id: string; posts: string[] };
  }

  async #codeSentTo(phone: string): Promise<string> {
    const answer = await fetch(`${this.#origin}/api/dev/sms?phoneNumber=${encodeURIComponent(phone)}`);
    const { messages } = (await answer.json()) as { messages: { body: string }[] };
    const code = /\b(\d{6})\b/.exec(messages[0]?.body ?? '')?.[1];
    if (code === undefined) throw new Error(`no code was sent to ${phone}`);
    return code;
  }
}

/** Tells the story, all through the API. @param origin address of the product. */
export const tellStory = async (origin: string, clock: StoryClock): Promise<void> => {
  const player = new Player(origin);
  for (const [index, name] of Object.keys(people).entries()) await player.signUp(name as Name, `192.0.2.${index + 1}`);
  for (const key of Object.keys(groups)) await player.found(key as GroupKey);
  for (const { minutesAgo, stepMinutes = 0, steps } of scenes) {
    for (const [index, step] of steps.entries()) {
      clock.minutesAgo(minutesAgo - index * stepMinutes);
      await player.play(step);
    }
  }
};
