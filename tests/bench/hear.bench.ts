import { randomUUID } from 'node:crypto';
import { EVERYONE, markOf } from '@quorum/contracts/text/mentions.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import { messageStream } from '@quorum/domain/message/events.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import type { Engines } from '@quorum/infra/processes/engines/open-engines.ts';
import { myGroups } from '@quorum/query-service/group/groups.ts';
import type { Context } from '@quorum/query-service/reading/context.ts';
import type { ReadEngine } from '@quorum/service-kit/ports/read-store.ts';
import type { Reads } from '@quorum/service-kit/reads/collections.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import {
  type Client,
  createGroup,
  freshPhone,
  joinGroup,
  type Product,
  signUp,
  startProduct,
} from '../support/product.ts';
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

/** Events appended at once. */
const AT_ONCE = 250;

/** A product, and the log that its past is written into. */
type Filled = { readonly product: Product; readonly events: Engines['events'] };

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

const by = (actor: string) => ({ actor, commandId: 'bench', correlationId: 'bench', causationId: 'bench' });

const caughtUp = ({ running }: Product) => until(async () => (await running.readModels.status()).caughtUp, 600_000);

/** Somebody in 50 groups, with this many items in Activity. The messages are appended as commands would append them. */
const readerWith = async ({ product, events }: Filled, items: number): Promise<Client> => {
  const reader = await signUp(product);
  const chats = await chatsOf(product, reader);
  const wanted = Array.from({ length: items }, (_, at) => chats[at % chats.length] as Chat);
  const post = ({ groupId, writer: { userId: senderId } }: Chat) => {
    const said = { kind: 'text', text: toEveryone, everyone: true, replyTo: null, file: null, fileName: null } as const;
    const data = { messageId: randomUUID(), groupId, senderId, ...said };
    return events.append(messageStream(data.messageId), [{ type: 'MessagePosted', data }], 'none', by(senderId));
  };
  await inParallel(wanted, post, AT_ONCE);
  await caughtUp(product);
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
const crowd = async ({ product, events }: Filled, members: number): Promise<Chat> => {
  const writer = await signUp(product);
  const { group, inviteCode } = await createGroup(writer);
  const ids = Array.from({ length: members - 2 }, () => randomUUID());
  const register = (userId: string) => {
    const registered = { type: 'UserRegistered', data: { userId, phone: freshPhone(), phoneKey: userId } } as const;
    const named = { type: 'NameChanged', data: { userId, firstName: 'Robin', lastName: 'Vale' } } as const;
    return events.append(userStream(userId), [registered, named], 'none', by(userId));
  };
  await inParallel(ids, register, AT_ONCE);
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const joined = ids.slice(at, at + AT_ONCE).map((userId) => {
      return { type: 'MemberJoined', data: { groupId: group._id, userId, via: 'link' } } as const;
    });
    const stream = groupStream(group._id);
    await events.append(stream, joined, (await events.read(stream)).length - 1, by(writer.userId));
  }
  await caughtUp(product);
  await joinGroup(await signUp(product, { firstName: 'Xenia', lastName: 'Vale' }), inviteCode);
  return { groupId: group._id, writer };
};

/** As the picker of mentions asks. */
const pick = ({ groupId, writer }: Chat) =>
  writer.must('groupMembers', { params: { id: groupId }, query: { search: 'xen', limit: '8' } });

/** Activity, its counts, and a message that concerns everyone. */
export const run = async (): Promise<Measurement[]> => {
  let engines: Engines | undefined;
  const product = await startProduct({}, undefined, (opened) => {
    engines = opened;
    return opened;
  });
  try {
    if (engines === undefined) throw new Error('The product has no engines');
    const filled = { product, events: engines.events };
    const reads = engines.reads as unknown as ReadEngine<Reads>;
    const [few, many] = [await readerWith(filled, FEW), await readerWith(filled, MANY)];
    const [chat, small] = [await crowd(filled, MEMBERS), await crowd(filled, FEW_MEMBERS)];
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
