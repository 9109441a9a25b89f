import { createHash } from 'node:crypto';
import { auditKinds } from '@quorum/contracts/audit/rules.ts';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import type { RouteName } from '@quorum/contracts/routes.ts';
import type { Actor } from './actor.ts';
import { CLOCK_STEP, PLANNED } from './command.ts';
import type { Group, Person, State } from './model/state.ts';
import { SEARCHED } from './model/views.ts';
import { Normalizer, sortedLines } from './normalize.ts';
import { unzip } from './unzip.ts';

type Options = NonNullable<Parameters<Actor['call']>[2]>;
type Body = Record<string, unknown>;
type Listed = { readonly messages: readonly Body[]; readonly notices: readonly Body[]; readonly hasMore: boolean };

/** A name for each part of a person's view, with the answer in terms that all products share. */
export type Views = Readonly<Record<string, unknown>>;

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 16);

const isRead = ({ type }: Body): boolean => type === 'PersonalDataRevealed';

const cleaning = new Set(['FileRemoved', 'MessageDeleted', 'EntryCancelled', 'RsvpWithdrawn', 'VotesWithdrawn']);

/**
 * Whether process managers removed something that nothing shows any more. It depends on which of them came first, on whether an
 * account was deleted before or after its event was announced, and on a kill: the eraser then sees a message or an entry again
 * whose author it has erased, and records its end.
 */
const isCleaning = ({ type, actor }: Body): boolean =>
  cleaning.has(String(type)) && String((actor as Body)._id).startsWith('system:');

const isStoring = ({ type }: Body): boolean => type === 'FileStored';

/** Reads everything that one product shows to a person. */
export class Onlooker {
  readonly #actor: Actor;
  readonly #normalizer: Normalizer;
  readonly #contents = new Map<string, Promise<string>>();

  constructor(actor: Actor) {
    this.#actor = actor;
    this.#normalizer = new Normalizer(actor.names);
  }

  async #ask(who: string, name: RouteName, options: Options = {}): Promise<Body> {
    const { status, body, error } = await this.#actor.call(who, name, options);
    return status < 300 ? body : { refused: `${status} ${error}` };
  }

  async #said(who: string, name: RouteName, options: Options = {}): Promise<unknown> {
    return this.#normalizer.value(await this.#ask(who, name, options));
  }

  /** Every page of a chat, oldest first, with the content of its files. */
  async #chat(who: string, groupId: string): Promise<unknown> {
    const messages: Body[] = [];
    const notices: Body[] = [];
    for (let before: string | undefined; ; ) {
      const query = { limit: '200', ...(before === undefined ? {} : { before }) };
      const page = (await this.#ask(who, 'messages', { params: { groupId }, query })) as unknown as Listed;
      messages.unshift(...page.messages);
      notices.unshift(...page.notices);
      if (!page.hasMore) break;
      const first = [...page.messages.slice(0, 1), ...page.notices.slice(0, 1)];
      before = String(first.toSorted((a, b) => (String(a.order) < String(b.order) ? -1 : 1))[0]?._id);
    }
    const addresses = messages.map(({ fileUrl }) => fileUrl).filter((url) => typeof url === 'string');
    const files = await Promise.all(addresses.map((url, index) => this.#content(who, url, index === 0)));
    // Of two people who join at once, either may be first: the answer's position is that of the color given after joining.
    const said = sortedLines(notices.map((notice) => this.#normalizer.value(notice)));
    return { messages: this.#normalizer.value(messages), notices: said, files };
  }

  /**
   * The content of a file, which is read once for everybody. @param first of the person's files in the group: it is always read,
   * because the right to it is that of a member.
   */
  #content(who: string, fileUrl: string, first: boolean): Promise<string> {
    const url = new URL(fileUrl, this.#actor.side.origin);
    const known = this.#contents.get(url.pathname);
    if (known !== undefined && !first) return known;
    const read = this.#read(who, url);
    this.#contents.set(url.pathname, read);
    return read;
  }

  async #read(who: string, url: URL): Promise<string> {
    const response = await this.#actor.client(who).file(url.pathname);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (response.ok) return digest(bytes);
    this.#contents.delete(url.pathname);
    return `${response.status}`;
  }

  /** Ids of the messages that a search in a group finds, newest first. */
  async #found(who: string, groupId: string, words: string): Promise<unknown> {
    const ids: unknown[] = [];
    for (let next: unknown; ; ) {
      const body = { words, kind: 'messages', in: groupId, timeZone: 'UTC', limit: 50, ...(next ? { next } : {}) };
      const page = await this.#ask(who, 'search', { body });
      if (page.refused !== undefined) return page;
      ids.push(...(page.results as { message: Body }[]).map(({ message }) => message._id));
      if (page.next === undefined) return this.#normalizer.value(ids);
      next = page.next;
    }
  }

  /** Every page of a calendar. */
  async #events(who: string, calendar: { readonly groupId?: string }): Promise<unknown> {
    const all: unknown[] = [];
    for (let after: unknown; ; ) {
      const query = { ...PLANNED, ...calendar, ...(typeof after === 'string' ? { after } : {}) };
      const { events, next } = await this.#ask(who, 'events', { query });
      all.push(...(events as unknown[]));
      if (next === undefined) return this.#normalizer.value({ events: all });
      after = next;
    }
  }

  async #members(who: string, id: string): Promise<unknown> {
    const all: unknown[] = [];
    for (let after: unknown; ; ) {
      const query = { limit: '50', ...(typeof after === 'string' ? { after } : {}) };
      const { members, total, next } = await this.#ask(who, 'groupMembers', { params: { id }, query });
      all.push(...(members as unknown[]));
      if (next === null) return this.#normalizer.value({ members: all, total });
      after = next;
    }
  }

  /** Of two groups, either may be first. Which of very many items are the newest depends on that. */
  async #activity(who: string): Promise<unknown> {
    const { items = [] } = (await this.#ask(who, 'activity')) as { readonly items?: readonly Body[] };
    return items.length < limits.activityItems ? sortedLines(items.map((item) => this.#normalizer.value(item))) : null;
  }

  async #polls(who: string, groupId: string): Promise<readonly string[]> {
    const { polls = [] } = (await this.#ask(who, 'polls', { query: { groupId } })) as {
      readonly polls?: readonly Body[];
    };
    return sortedLines(polls.map((poll) => this.#normalizer.value(poll)));
  }

  async #group(who: string, { id: name }: Group): Promise<unknown> {
    const id = this.#actor.names.get(name) ?? '';
    const params = { id, groupId: id };
    const query = { startDate: '2020-01-01', endDate: '2035-01-01' };
    const media = ['filesByDate', 'imagesByDate', 'linksByDate'] as const;
    return {
      group: await this.#said(who, 'group', { params }),
      members: await this.#members(who, id),
      removed: await this.#said(who, 'removedMembers', { params }),
      events: await this.#events(who, { groupId: id }),
      chat: await this.#chat(who, id),
      pins: await this.#said(who, 'pins', { params }),
      polls: await this.#polls(who, id),
      found: await Promise.all(['', SEARCHED].map((words) => this.#found(who, id, words))),
      media: await Promise.all(media.map((kind) => this.#said(who, kind, { params, query }))),
    };
  }

  /** The content of the archive, each list in an order independent of ids. */
  async #export(who: string): Promise<Views> {
    const client = this.#actor.client(who);
    const authorization = { authorization: `Bearer ${client.token}`, 'x-min-position': client.position };
    const response = await fetch(`${this.#actor.side.origin}/api/auth/my-data`, { headers: authorization });
    if (!response.ok) return { refused: response.status };
    const files = [...unzip(Buffer.from(await response.arrayBuffer()))].map(([name, content]) => {
      if (name.startsWith('files/')) return [name.replace(/files\/[0-9a-f]{8}-/, 'files/'), digest(content)];
      const text = content.toString('utf8');
      if (!name.endsWith('.json')) return [name, this.#calendarFile(text)];
      const said = this.#normalizer.value(JSON.parse(text) as unknown);
      return [name, Array.isArray(said) ? sortedLines(said) : said];
    });
    return { files: sortedLines(files) };
  }

  #calendarFile(text: string): readonly string[] {
    const events = this.#normalizer
      .text(text)
      .replaceAll(/^(DTSTAMP|CREATED|LAST-MODIFIED):.*$/gm, '$1')
      .split('BEGIN:VEVENT');
    return [...events].sort();
  }

  async ofPerson(who: string, groups: readonly Group[], foreign: Group | undefined): Promise<Views> {
    const conflicts = { date: '2034-05-15', time: '12:00', duration: 1440, timeZone: 'UTC' };
    const params = { id: this.#actor.names.get(foreign?.id ?? '') ?? '' };
    return {
      me: await this.#said(who, 'me'),
      sessions: ((await this.#ask(who, 'sessions')).sessions as unknown[]).length,
      myGroups: await this.#said(who, 'myGroups'),
      activity: await this.#activity(who),
      preferences: await this.#said(who, 'groupPreferences'),
      alertSettings: (await this.#ask(who, 'notifications')).settings,
      feeds: await this.#feeds(who),
      colors: await this.#said(who, 'colorPreferences'),
      pins: await this.#said(who, 'pinPreferences'),
      events: await this.#events(who, {}),
      conflicts: await this.#said(who, 'checkConflicts', { body: conflicts }),
      addresses: await this.#said(who, 'addressAutocomplete', { query: { query: 'Main Street' } }),
      export: await this.#export(who),
      foreign: await this.#said(who, 'group', { params }),
      ...Object.fromEntries(
        await Promise.all(groups.map(async (group) => [`group ${group.id}`, await this.#group(who, group)] as const)),
      ),
    };
  }

  /** The calendars to which the person has a link. */
  async #feeds(who: string): Promise<unknown> {
    const { feeds = [] } = (await this.#ask(who, 'calendarFeeds')) as { readonly feeds?: readonly Body[] };
    return sortedLines(feeds.map(({ groupId }) => this.#normalizer.value(groupId)));
  }

  async #reports(): Promise<readonly string[]> {
    const all: unknown[] = [];
    for (let page = 1; ; page += 1) {
      const { reports } = await this.#ask('admin', 'pendingReports', { query: { page: String(page), limit: '100' } });
      all.push(...(reports as unknown[]));
      if ((reports as unknown[]).length < 100) return sortedLines(all.map((item) => this.#normalizer.value(item)));
    }
  }

  async #lines(query: Readonly<Record<string, string>>): Promise<readonly Body[]> {
    const all: Body[] = [];
    for (let after: unknown; ; ) {
      const page = { ...query, limit: '200', ...(typeof after === 'string' ? { after } : {}) };
      const { lines, next } = await this.#ask('admin', 'audit', { query: page });
      all.push(...(lines as Body[]));
      if (next === null) return all;
      after = next;
    }
  }

  /**
   * Every line except those of reads and of cleaning up, sorted: events of different groups happen in any order. In parts, because
   * the stand-in of MongoDB reads all lines of a kind for each page but the first.
   */
  async #audit(): Promise<readonly string[]> {
    const all: Body[] = [];
    for (let from = performance.timeOrigin; from < Date.now() + this.#actor.ahead; from += CLOCK_STEP) {
      const [first = '', last = ''] = [from, from + CLOCK_STEP].map((at) => new Date(at).toISOString());
      const found = await Promise.all(auditKinds.map((kind) => this.#lines({ kind, from: first, to: last })));
      all.push(...found.flat());
    }
    const compared = all.filter((line) => !isRead(line) && !isCleaning(line));
    // A deleted person leaves the list of a group's removed members in the background, before or after its next event.
    const said = (lines: readonly Body[]): readonly string[] =>
      sortedLines(lines.map((line) => this.#normalizer.value({ ...line, revision: 0 })));
    // An upload that a kill cut off leaves its file until the next cleaning, and its repeat stores another.
    const stored = new Set(said(compared.filter(isStoring)));
    return [...said(compared.filter((line) => !isStoring(line))), ...stored];
  }

  async ofAdministrator(): Promise<Views> {
    return {
      reports: await this.#reports(),
      config: await this.#said('admin', 'adminConfig'),
      public: await this.#said('visitor', 'appConfig'),
      parked: await this.#said('admin', 'parkedEvents'),
      audit: await this.#audit(),
    };
  }
}

export const groupsOf = ({ groups }: State, { name }: Person): readonly Group[] =>
  [...groups.values()].filter(({ members }) => members.has(name));
