import { describe, expect, it, vi } from 'vitest';
import { json, message, notice, signedInServices } from '../../testing/fakes.ts';
import { makeStore } from '../../testing/make-store.ts';
import { baseApi } from '../api/base-api.ts';
import { checkPostponed } from '../session/session-slice.ts';
import { type Change, changed } from '../store/changes.ts';
import { messageApi } from './message-api.ts';
import { MAX_HELD } from './message-list.ts';
import { jumpTo, loadNewer, loadOlder, openAt, showNewest } from './message-pages.ts';
import { type Place, placeChanged, readingChanged } from './reading/reading-slice.ts';

const PAGE_SIZE = 50;
const COUNT = 3_000;
const orderOf = (number: number): string => String(number).padStart(6, '0');
const all = Array.from({ length: COUNT }, (_, number) => message(`m${number}`, orderOf(number)));
const indexOf = (id: string): number => Number(id.slice(1));

/** A server with a long chat. `inFlight` runs when a page was read and has not arrived yet. */
const open = async (inFlight: (ids: readonly string[]) => void = () => undefined, place?: Place) => {
  const gone = new Set(['erased']);
  const { services, sent } = signedInServices(({ url }) => {
    const asked = new URL(url, 'http://localhost').searchParams;
    const [before, after, around] = ['before', 'after', 'around'].map((name) => asked.get(name));
    const size = Number(asked.get('limit'));
    if (gone.has(before ?? after ?? '')) return json({ error: 'Message not found' }, 404);
    const center = around && !gone.has(around) ? indexOf(around) : undefined;
    const end = center === undefined ? (before ? indexOf(before) : COUNT) : center + size / 2;
    const from = after ? indexOf(after) + 1 : end - size;
    const messages = all.slice(Math.max(0, from), from + size).filter(({ _id }) => !gone.has(_id));
    inFlight(messages.map(({ _id }) => _id));
    // Each page has a notice between its first two messages.
    const notices = messages.length < 2 ? [] : [{ _id: `n${from}`, kind: 'joined', order: `${messages[0]?.order}a` }];
    const ends = around && { anchor: center === undefined ? null : around, hasMoreAfter: from + size < COUNT };
    return json({ messages, notices, hasMore: after ? from + size < COUNT : from > 0, ...ends });
  });
  const store = makeStore(services);
  store.dispatch(checkPostponed());
  store.dispatch(placeChanged({ groupId: 'group-1', place }));
  await store.dispatch(messageApi.endpoints.messages.initiate('group-1'));
  const list = () => messageApi.endpoints.messages.select('group-1')(store.getState()).data;
  const ends = () => [list()?.messages[0]?._id, list()?.messages.at(-1)?._id, list()?.messages.length];
  /** What reading addresses of files again, or too large a gap in the changes, leads to. */
  const reload = async () => {
    const known = list();
    store.dispatch(baseApi.util.invalidateTags([{ type: 'messages', id: 'group-1' }]));
    await vi.waitFor(() => expect(list()).not.toBe(known));
  };
  return { store, list, ends, sent, gone, reload };
};

describe('the pages of a long chat', () => {
  it('a long chat loads at both ends, and keeps a bounded stretch while it grows at either end (OPEN-072, UX-05)', async () => {
    const { store, list, ends } = await open();
    expect(ends()).toEqual(['m2950', 'm2999', PAGE_SIZE]);
    for (let page = 1; page < 30; page += 1) await store.dispatch(loadOlder('group-1'));
    expect(ends()).toEqual(['m1500', 'm2499', MAX_HELD]);
    expect(list()).toMatchObject({ hasMoreBefore: true, hasMoreAfter: true });
    while (list()?.hasMoreAfter) await store.dispatch(loadNewer('group-1'));
    expect(ends()).toEqual(['m2000', 'm2999', MAX_HELD]);
    await store.dispatch(loadOlder('group-1'));
    expect(ends()).toEqual(['m1950', 'm2949', MAX_HELD]);
    await store.dispatch(showNewest('group-1'));
    expect(ends()).toEqual(['m2950', 'm2999', PAGE_SIZE]);
  });

  it('a long chat loads around the last reading place, if it is not loaded (UX-05)', async () => {
    const { store, ends } = await open();
    await store.dispatch(openAt('group-1', 'm2960'));
    expect(ends()).toEqual(['m2950', 'm2999', PAGE_SIZE]);
    await store.dispatch(openAt('group-1', 'm1000'));
    expect(ends()).toEqual(['m950', 'm1049', 2 * PAGE_SIZE]);
  });

  it('a long chat keeps its pages when a far message loads after the reader gave up the jump to it (UX-05)', async () => {
    const { store, ends } = await open();
    await store.dispatch(jumpTo('group-1', 'm1000', () => false));
    expect(ends()).toEqual(['m2950', 'm2999', PAGE_SIZE]);
    await store.dispatch(jumpTo('group-1', 'm0', () => false));
    expect(ends()).toEqual(['m2950', 'm2999', PAGE_SIZE]);
    await store.dispatch(jumpTo('group-1', 'm1000', () => true));
    expect(ends()).toEqual(['m950', 'm1049', 2 * PAGE_SIZE]);
  });

  it('a long chat loads around the place where it opens, in one request (LINK-03)', async () => {
    const { store, list, ends, sent } = await open(undefined, { messageId: 'm1000', offset: 0 });
    expect(ends()).toEqual(['m950', 'm1049', 2 * PAGE_SIZE]);
    expect(sent).toHaveLength(1);
    expect(list()).toMatchObject({ hasMoreBefore: true, hasMoreAfter: true });
    // What comes while somebody reads far back leaves no hole: it is loaded in its turn.
    const news = message('news', orderOf(COUNT));
    store.dispatch(changed({ name: 'newMessage', payload: news }));
    expect(ends()).toEqual(['m950', 'm1049', 2 * PAGE_SIZE]);
    await store.dispatch(jumpTo('group-1', 'm0'));
    expect(ends()).toEqual(['m0', 'm49', PAGE_SIZE]);
    expect(list()).toMatchObject({ hasMoreBefore: false, hasMoreAfter: true });
  });

  it('a long chat loads its newest pages if the place where it opens is gone', async () => {
    const { store, list, ends } = await open();
    await store.dispatch(openAt('group-1', 'm1000'));
    expect(list()?.hasMoreAfter).toBe(true);
    expect(await store.dispatch(openAt('group-1', 'erased'))).toBe(false);
    expect(ends()).toEqual(['m2900', 'm2999', 2 * PAGE_SIZE]);
  });

  it('the pages of a long chat are shown with the changes made while they were loading (CHAT-23, OPEN-071)', async () => {
    const about = { groupId: 'group-1', messageId: 'm2920' };
    const pushed: readonly Change[] = [
      { name: 'messageDeleted', payload: { ...about, isEvent: false, revision: 'z' } },
      { name: 'messageUpdated', payload: message('m2921', orderOf(2_921), { content: 'Better words', revision: 'z' }) },
      { name: 'messageDeleted', payload: { groupId: 'group-2', messageId: 'm2922', isEvent: false, revision: 'z' } },
    ];
    let push = (_: readonly string[]): void => undefined;
    const { store, list } = await open((ids) => push(ids));
    push = (ids) => {
      if (ids.includes('m2920')) for (const change of pushed) store.dispatch(changed(change));
    };
    const shown = () =>
      ['m2920', 'm2921', 'm2922'].map((id) => {
        const { isDeleted, content } = list()?.messages.find(({ _id }) => _id === id) ?? {};
        return isDeleted ? 'deleted' : content;
      });
    const upToDate = ['deleted', 'Better words', 'text of m2922'];
    await store.dispatch(loadOlder('group-1'));
    expect(shown()).toEqual(upToDate);
    await store.dispatch(showNewest('group-1'));
    await store.dispatch(jumpTo('group-1', 'm2921'));
    expect(shown()).toEqual(upToDate);
    await store.dispatch(jumpTo('group-1', 'm2860'));
    expect(shown()).toEqual([undefined, undefined, undefined]);
    while (list()?.hasMoreAfter) await store.dispatch(loadNewer('group-1'));
    expect(shown()).toEqual(upToDate);
  });

  it('a long chat that is loaded again stays where somebody reads, or shows the newest pages at its end (UX-05, SAFE-11)', async () => {
    const { store, list, ends, sent, gone, reload } = await open();
    for (let page = 1; page < 4; page += 1) await store.dispatch(loadOlder('group-1'));
    await reload();
    expect(ends()).toEqual(['m2800', 'm2999', 4 * PAGE_SIZE]);
    await store.dispatch(jumpTo('group-1', 'm1000'));
    const before = sent.length;
    await reload();
    expect(sent.length - before).toBe(2);
    expect(ends()).toEqual(['m950', 'm1049', 2 * PAGE_SIZE]);
    expect(list()).toMatchObject({ hasMoreBefore: true, hasMoreAfter: true });
    gone.add(list()?.messages.at(-1)?._id ?? '');
    await reload();
    expect(ends()).toEqual(['m2950', 'm2999', PAGE_SIZE]);
    await store.dispatch(loadOlder('group-1'));
    store.dispatch(readingChanged({ groupId: 'group-1', isReading: true }));
    await reload();
    expect(ends()).toEqual(['m2950', 'm2999', PAGE_SIZE]);
  });

  it('a long chat continues from a notice where a page has notices alone', async () => {
    const noticed = Array.from({ length: 4 }, (_, number) => notice(`n${number}`, `1${number}`));
    const { services, sent } = signedInServices(({ url }) => {
      const before = new URL(url, 'http://localhost').searchParams.get('before');
      if (before === null) return json({ messages: [], notices: noticed.slice(2), hasMore: true });
      if (before === 'n2') return json({ messages: [], notices: noticed.slice(0, 2), hasMore: true });
      return json({ messages: [message('m0', '00')], notices: [], hasMore: false });
    });
    const store = makeStore(services);
    store.dispatch(checkPostponed());
    await store.dispatch(messageApi.endpoints.messages.initiate('group-1'));
    await store.dispatch(loadOlder('group-1'));
    await store.dispatch(loadOlder('group-1'));
    expect(sent.at(-1)?.url).toContain('before=n0');
    const list = messageApi.endpoints.messages.select('group-1')(store.getState()).data;
    expect(list).toMatchObject({ messages: [{ _id: 'm0' }], notices: noticed, hasMoreBefore: false });
  });

  it('a long chat loads again, and then continues, when the message at either end was erased unseen', async () => {
    const { store, list, ends, gone } = await open();
    gone.add('m2950');
    await store.dispatch(loadOlder('group-1'));
    expect(ends()).toEqual(['m2951', 'm2999', PAGE_SIZE - 1]);
    await store.dispatch(loadOlder('group-1'));
    expect(ends()).toEqual(['m2901', 'm2999', 2 * PAGE_SIZE - 2]);
    await store.dispatch(jumpTo('group-1', 'm1000'));
    gone.add('m1049');
    await store.dispatch(loadNewer('group-1'));
    expect(list()?.messages.some(({ _id }) => gone.has(_id))).toBe(false);
    expect(list()?.hasMoreAfter).toBe(false);
  });

  it('a long chat that is loaded again shows no notice from before its first message', async () => {
    const { store, list, ends, reload } = await open();
    for (let page = 1; page < 3; page += 1) await store.dispatch(loadOlder('group-1'));
    await reload();
    expect(ends()).toEqual(['m2850', 'm2999', 3 * PAGE_SIZE]);
    expect(list()?.notices).toEqual([]);
  });
});
