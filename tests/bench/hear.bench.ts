import { EVERYONE, markOf } from '@quorum/contracts/text/mentions.ts';
import { myGroups } from '@quorum/query-service/group/groups.ts';
import type { Context } from '@quorum/query-service/reading/context.ts';
import type { ReadEngine } from '@quorum/service-kit/ports/read-store.ts';
import type { Reads } from '@quorum/service-kit/reads/collections.ts';
import { type Client, createGroup, joinGroup, type Product, signUp, startProduct } from '../support/product.ts';
import { type Measurement, median } from './measure.ts';
import { inParallel } from './support/in-parallel.ts';

const GROUPS = 50;
/** Nobody may found more than twenty groups a day. */
const GROUPS_EACH = 10;
const FEW = 200;
const MANY = Number(process.env.BENCH_ITEMS ?? 100_000);
const MEMBERS = Number(process.env.BENCH_MEMBERS ?? 10_000);
const FEW_MEMBERS = 100;
const ROUNDS = 200;

/** A group, and somebody else who writes in it. */
type Chat = { readonly groupId: string; readonly writer: Client };

const chatsOf = async (product: Product, reader: Client): Promise<readonly Chat[]> => {
  const chats: Chat[] = [];
  let writer = await signUp(product);
  for (let made = 1; made <= GROUPS; made += 1) {
    const { group, inviteCode } = await createGroup(writer);
    await joinGroup(reader, inviteCode);
    chats.push({ groupId: group._id, writer });
    if (made % GROUPS_EACH === 0) writer = await signUp(product);
  }
  return chats;
};

const say = ({ groupId, writer }: Chat, content: string) => writer.must('sendMessage', { body: { groupId, content } });

const toEveryone = `Hear, ${markOf(EVERYONE)}`;

/** Somebody in 50 groups, with this many items in Activity. */
const readerWith = async (product: Product, items: number): Promise<Client> => {
  const reader = await signUp(product);
  const chats = await chatsOf(product, reader);
  const wanted = Array.from({ length: items }, (_, at) => chats[at % chats.length] as Chat);
  await inParallel(wanted, (chat) => say(chat, toEveryone));
  return reader;
};

type Work = () => Promise<unknown>;

/** Medians in milliseconds, measured in turn. */
const compared = async (ours: Work, baseline: Work): Promise<Pick<Measurement, 'ours' | 'baseline'>> => {
  const times: Record<'ours' | 'baseline', number[]> = { ours: [], baseline: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, work] of [['baseline', baseline] as const, ['ours', ours] as const]) {
      const start = performance.now();
      await work();
      times[name].push(performance.now() - start);
    }
  }
  return { ours: median(times.ours), baseline: median(times.baseline) };
};

const measured = async (
  about: Pick<Measurement, 'what' | 'against'>,
  most: number,
  works: readonly [ours: Work, baseline: Work],
): Promise<Measurement> => {
  const figures = await compared(...works);
  const ratio = figures.ours / figures.baseline;
  return { ...about, ...figures, unit: 'ms', ratio, reach: `≤ ${most} ×`, reached: ratio <= most };
};

/** Without what only the counts of Activity and mentions need. */
const withoutCounts = (reads: ReadEngine<Reads>): ReadEngine<Reads> => {
  const counted = new Set(['concerns', 'notices', 'standings', 'rsvps']);
  const query = ((collection: never, asked: never) =>
    counted.has(collection) ? [] : reads.active.query(collection, asked)) as unknown as Reads['query'];
  const { active } = reads;
  const get = active.get.bind(active) as Reads['get'];
  const getMany = active.getMany.bind(active) as Reads['getMany'];
  const count = active.count.bind(active);
  return {
    sequence: reads.sequence.bind(reads),
    sequences: reads.sequences.bind(reads),
    active: { get, getMany, query, count },
  } as ReadEngine<Reads>;
};

/** A group of so many members, of whom one has a name of their own and came last. */
const crowd = async (product: Product, members: number): Promise<Chat> => {
  const writer = await signUp(product);
  const { group, inviteCode } = await createGroup(writer);
  const guests = Array.from({ length: members - 2 }, (_, at) => at);
  await inParallel(guests, async () => joinGroup(await signUp(product), inviteCode));
  await joinGroup(await signUp(product, { firstName: 'Xenia', lastName: 'Vale' }), inviteCode);
  return { groupId: group._id, writer };
};

/** As the picker of mentions asks. */
const pick = ({ groupId, writer }: Chat) =>
  writer.must('groupMembers', { params: { id: groupId }, query: { search: 'xen', limit: '8' } });

/** Activity, its counts, and a message that concerns everyone. Filling the chats takes minutes. */
export const run = async (): Promise<Measurement[]> => {
  let reads: ReadEngine<Reads> | undefined;
  const product = await startProduct({}, undefined, (engines) => {
    reads = engines.reads as unknown as ReadEngine<Reads>;
    return engines;
  });
  try {
    if (reads === undefined) throw new Error('The product has no read models');
    const [few, many] = [await readerWith(product, FEW), await readerWith(product, MANY)];
    const [chat, small] = [await crowd(product, MEMBERS), await crowd(product, FEW_MEMBERS)];
    const clock = { now: () => Date.now() };
    const context = { reads, clock } as unknown as Context;
    const bare = { reads: withoutCounts(reads), clock } as unknown as Context;
    return [
      await measured(
        {
          what: `Activity with ${MANY.toLocaleString('en-US')} items in ${GROUPS} groups`,
          against: `the same with ${FEW}`,
        },
        1.5,
        [() => many.must('activity'), () => few.must('activity')],
      ),
      await measured({ what: 'the list of 50 groups with counts', against: 'the same without' }, 1.2, [
        () => myGroups(context, few.userId, ''),
        () => myGroups(bare, few.userId, ''),
      ]),
      await measured(
        { what: `a message to everyone in a group of ${MEMBERS.toLocaleString('en-US')}`, against: 'a plain one' },
        1.2,
        [() => say(chat, toEveryone), () => say(chat, 'Hear, everyone!!')],
      ),
      await measured(
        {
          what: `who can be mentioned in a group of ${MEMBERS.toLocaleString('en-US')}, by name`,
          against: `in one of ${FEW_MEMBERS}`,
        },
        3,
        [() => pick(chat), () => pick(small)],
      ),
    ];
  } finally {
    await product.stop();
  }
};
