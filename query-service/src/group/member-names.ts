import { setImmediate } from 'node:timers/promises';
import { groupAudience } from '@quorum/contracts/kernel/audiences.ts';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import { type GroupDocument, type MembershipDocument, membershipId } from '@quorum/service-kit/reads/group.ts';
import { RecentlyUsed } from '@quorum/service-kit/recently-used.ts';
import { loadPeople, type Reading } from '../reading/context.ts';
import { areNamed, type MemberSearch, membersFrom, nameWords } from './members.ts';

/** Members read before other work gets its turn. */
const PAGE_SIZE = 100;

/** Groups whose names stay in memory; one of 10,000 members takes 4 MB. */
const CACHE_SIZE = 10;

/** Changes of a group after which its names are read again. */
const MAX_CHANGES = 500;

/** Changes that tell of a member. */
const OF_MEMBERS: ReadonlySet<string> = new Set(['memberJoined', 'memberLeft', 'memberUpdated']);

type Named = Pick<MembershipDocument, 'userId' | 'rank'> & { readonly words: readonly string[] };

/** The members of a group by person, as of a sequence of its changes or later. */
type Names = { readonly members: Map<string, Named>; sequence: number };

/**
 * Finds members of a group by name. Reading the names of a large group takes long, so they stay in memory, and the changes of
 * the group since then are applied before each search.
 */
export class MemberNames implements MemberSearch {
  readonly #context: Reading;
  readonly #known = new RecentlyUsed<string, Names>(CACHE_SIZE);

  constructor(context: Reading) {
    this.#context = context;
  }

  async find(...[group, wanted, { after = '', limit }]: Parameters<MemberSearch['find']>) {
    const found: Named[] = [];
    for (const member of (await this.#namesOf(group)).members.values())
      if (member.rank > after && areNamed(member.words, wanted)) found.push(member);
    const first = found.sort((a, b) => (a.rank < b.rank ? -1 : 1)).slice(0, limit);
    const ids = first.map(({ userId }) => membershipId(group.id, userId));
    const stored = await this.#context.reads.active.getMany('memberships', ids);
    return ids.flatMap((id) => stored.get(id) ?? []);
  }

  async #namesOf({ id, memberCount }: GroupDocument): Promise<Names> {
    const known = this.#known.get(id);
    if (known !== undefined && (await this.#renew(id, known))) return known;
    const names: Names = { members: new Map(), sequence: await this.#context.reads.sequence(groupAudience(id)) };
    for await (const page of membersFrom(this.#context, id, undefined, PAGE_SIZE)) {
      for (const member of await this.#named(page)) names.members.set(member.userId, member);
      await setImmediate();
    }
    if (memberCount > limits.mentionsLoaded) this.#known.set(id, names);
    return names;
  }

  /** @returns whether the names are up to date */
  async #renew(groupId: string, names: Names): Promise<boolean> {
    const { reads } = this.#context;
    const changes = await reads.changesAfter(groupAudience(groupId), names.sequence, MAX_CHANGES);
    if (changes === null || changes.length === MAX_CHANGES) return false;
    const userIds = changes.flatMap(({ kind, data }) => (OF_MEMBERS.has(kind) ? String(data.userId) : []));
    const ids = userIds.map((userId) => membershipId(groupId, userId));
    const changed = await this.#named([...(await reads.active.getMany('memberships', ids)).values()]);
    for (const userId of userIds) names.members.delete(userId);
    for (const member of changed) names.members.set(member.userId, member);
    names.sequence = changes.at(-1)?.sequence ?? names.sequence;
    return true;
  }

  async #named(members: readonly MembershipDocument[]): Promise<readonly Named[]> {
    const people = await loadPeople(
      this.#context,
      members.map(({ userId }) => userId),
    );
    return members.map(({ userId, rank }) => ({ userId, rank, words: nameWords(people.get(userId)) }));
  }
}
