import { describe, expect, it } from 'vitest';
import { createGroup, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';

/** Frozen clock: rate limits do not refill on slow machines. */
let now = 1_800_000_000_000;
const product = sharedProduct({ MESSAGE_RATE: '2' }, { now: () => now });

describe('a person who writes faster than anyone can type', () => {
  it('a person who writes faster than anyone can type is refused after 30 messages, edits and reactions, and may continue a moment later (SAFE-18)', async () => {
    const ada = await signUp(product);
    const { group } = await ada.must('createGroup', { body: { name: 'Rowers', description: 'We row.' } });
    const send = () => ada.call('sendMessage', { body: { groupId: group._id, content: 'Hello' } });
    const { message } = await ada.must('sendMessage', { body: { groupId: group._id, content: 'First' } });
    const params = { id: message._id };
    await ada.must('editMessage', { params, body: { content: 'Second' } });
    await ada.must('addReaction', { params, body: { emoji: '👍' } });
    const answers = await Promise.all(Array.from({ length: 28 }, send));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(27);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.error).toBe('You’re sending messages too quickly. Try again in a moment.');
    expect(refused?.headers.get('retry-after')).toBe('1');

    const tom = await signUp(product);
    await tom.must('joinByCode', { body: { code: group.sixDigitCode ?? '' } });
    expect((await tom.call('sendMessage', { body: { groupId: group._id, content: 'Calm' } })).status).toBe(200);

    now += 1000;
    const later = await Promise.all(Array.from({ length: 3 }, send));
    expect(later.filter(({ status }) => status === 200)).toHaveLength(2);
  });
});

describe('a person who changes things faster than anyone does by hand', () => {
  const BURST = 30;

  /** Repeats until it is refused. @returns how often it was not, and how long to wait. */
  const untilRefused = async (act: (nth: number) => Promise<{ status: number; headers: Headers }>) => {
    for (let nth = 0; nth <= 2 * BURST; nth++) {
      const { status, headers } = await act(nth);
      if (status === 429) return { taken: nth, wait: headers.get('retry-after') };
      expect(status).toBe(200);
    }
    return { taken: Number.POSITIVE_INFINITY, wait: null };
  };

  const planning = async () => {
    const ada = await signUp(product);
    const { group, inviteCode } = await createGroup(ada);
    const groupId = group._id;
    // Setting up a profile takes from the burst.
    now += 1000;
    const plan = async () => {
      const body = { name: 'Regatta', groupId, date: '2030-05-16', time: '10:00', timeZone: 'UTC' };
      return (await ada.must('createEvent', { body })).event._id;
    };
    const noticed = async () => {
      const { notices } = await ada.must('messages', { params: { groupId } });
      return notices.map(({ kind }) => kind);
    };
    return { ada, groupId, inviteCode, plan, noticed };
  };

  it('a person who changes things too fast is refused after 30 moves of an event, with one notice for each (SAFE-06)', async () => {
    const { ada, plan, noticed } = await planning();
    const id = await plan();
    const move = (nth: number) =>
      ada.call('changeEvent', { params: { id }, body: { time: nth % 2 === 0 ? '11:00' : '10:00' } });
    expect(await untilRefused(move)).toEqual({ taken: BURST, wait: '1' });
    expect((await move(0)).error).toBe('Too many requests. Please try again later.');
    expect(await noticed()).toEqual(Array(BURST).fill('moved'));
    now += 1000;
    expect(await untilRefused(move)).toEqual({ taken: 2, wait: '1' });
  });

  it('a person who announces events too fast is refused after 30, which count as messages, also if they are deleted in turns (SAFE-18)', async () => {
    const { ada, groupId, noticed } = await planning();
    const body = { name: 'Regatta', date: '2030-05-16', time: '10:00', timeZone: 'UTC' };
    const announce = async () => {
      const { status, headers, body: created } = await ada.call('createEvent', { body: { ...body, groupId } });
      if (status === 200) await ada.must('deleteEvent', { params: { id: created.event._id } });
      return { status, headers };
    };
    expect(await untilRefused(announce)).toMatchObject({ taken: BURST });
    expect(await noticed()).toEqual(Array(BURST).fill('cancelled'));
    expect((await ada.call('sendMessage', { body: { groupId, content: 'Hello' } })).status).toBe(429);
    // Nobody hears of a personal event.
    expect((await ada.call('createEvent', { body })).status).toBe(200);
  });

  it('a person who changes things too fast is refused after 30 imports of events, because each has a notice in the chat (SAFE-06)', async () => {
    const { ada, groupId } = await planning();
    const event = { name: 'Regatta', date: '2030-05-16', time: '10:00', timeZone: 'UTC' };
    const load = (nth: number) =>
      ada.call('importEvents', { body: { groupId, events: [{ ...event, uid: `${nth}` }] } });
    expect(await untilRefused(load)).toMatchObject({ taken: BURST });
  });

  it('a person who changes things too fast is refused after 30 deletions', async () => {
    const { ada } = await planning();
    const planned: string[] = [];
    for (let nth = 0; nth <= BURST; nth++) {
      const body = { name: 'Errand', date: '2030-05-16', time: '10:00', timeZone: 'UTC' };
      planned.push((await ada.must('createEvent', { body })).event._id);
    }
    const remove = (nth: number) => ada.call('deleteEvent', { params: { id: planned[nth] ?? '' } });
    expect(await untilRefused(remove)).toMatchObject({ taken: BURST });
  });

  it('a person who changes things too fast is refused after joining a group 30 times', async () => {
    const { groupId, inviteCode, noticed } = await planning();
    const tom = await signUp(product);
    now += 1000;
    const comeAndGo = async () => {
      const joined = await tom.call('joinByLink', { body: { inviteCode } });
      if (joined.status === 200) await tom.must('leaveGroup', { params: { id: groupId } });
      return joined;
    };
    expect(await untilRefused(comeAndGo)).toMatchObject({ taken: BURST });
    expect(await noticed()).toHaveLength(2 * BURST);
  });

  it('a person who changes things too fast is refused after 30 changes of mixed kinds, because the log keeps every one of them (SAFE-06)', async () => {
    const { ada, groupId } = await planning();
    const [params, firstName] = [{ id: groupId }, 'Ada'];
    const kinds = [
      (nth: number) => ada.call('updateName', { body: { firstName, lastName: `Park ${nth}` } }),
      (nth: number) =>
        ada.call('changeGroupDetails', { params, body: { name: `Rowers ${nth}`, description: 'We row.' } }),
      (nth: number) => ada.call('changeGroupSettings', { params, body: { allowMembersInvite: nth % 2 === 0 } }),
      (nth: number) => ada.call('pinGroup', { body: { groupId, isPinned: nth % 2 === 0 } }),
      () => ada.call('renewInvitation', { params }),
    ];
    const change = async (nth: number) => (kinds[nth % kinds.length] ?? expect.fail())(nth);
    expect(await untilRefused(change)).toEqual({ taken: BURST, wait: '1' });
  });

  it('a person who changes things too fast still has a burst of messages, and queued messages take nothing from changes', async () => {
    const { ada, groupId, plan } = await planning();
    const id = await plan();
    now += 1000;
    const send = () => ada.call('sendMessage', { body: { groupId, content: 'Hello' } });
    expect(await untilRefused(send)).toMatchObject({ taken: BURST });
    expect((await ada.call('changeEvent', { params: { id }, body: { name: 'Race' } })).status).toBe(200);
  });
});
