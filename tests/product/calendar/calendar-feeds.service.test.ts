import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Administrator, adminEnvironment } from '../../support/administrator.ts';
import { type Client, signUp } from '../../support/product.ts';
import { RowingClub } from './rowing-club.ts';

const club = new RowingClub(adminEnvironment);
const soon = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const weekly = { repeats: { unit: 'week' } };

/** The path of a new link to a calendar. */
const link = async (client: Client, groupId: string, key = randomUUID()): Promise<string> => {
  const { url } = await client.must('createCalendarFeed', { body: { groupId }, headers: { 'idempotency-key': key } });
  return new URL(url).pathname;
};

/** A calendar program: it has the link alone. */
const get = (path: string, address = '192.0.2.1', headers: Record<string, string> = {}) =>
  fetch(`${club.product.origin}${path}`, { headers: { 'x-forwarded-for': address, ...headers } });

const summaries = async (path: string): Promise<string[]> => {
  const text = (await (await get(path)).text()).replace(/\r\n /g, '');
  return [...text.matchAll(/^SUMMARY:(.*)$/gm)].map(([, name = '']) => name.trim()).sort();
};

describe('a calendar link', () => {
  it('a calendar link gives the calendar to everyone who has it, as iCalendar text (ICS-03, ICS-04)', async () => {
    await club.plan(club.member, { date: soon(3) });
    await club.plan(club.member, { date: soon(800), name: 'Too far ahead' });
    await club.plan(club.owner, { date: soon(4), name: 'Training', ...weekly });
    const path = await link(club.member, club.groupId);
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('private, max-age=300');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const text = await answer.text();
    expect(text).toContain('X-WR-CALNAME:Rowing club\r\n');
    expect(text).toContain('BEGIN:VTIMEZONE\r\nTZID:America/New_York\r\n');
    expect(text).toMatch(/RRULE:FREQ=WEEKLY/);
    expect(await summaries(path)).toEqual(['Regatta', 'Training']);
  });

  it('an unchanged calendar is not sent again, and a changed one is (ICS-04)', async () => {
    const { _id: id } = await club.plan(club.member, { date: soon(3) });
    const path = await link(club.member, club.groupId);
    const tag = (await get(path)).headers.get('etag') ?? '';
    const again = await get(path, '192.0.2.1', { 'if-none-match': tag });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
    await club.member.must('changeEvent', { params: { id }, body: { name: 'Race' } });
    const changed = await get(path, '192.0.2.1', { 'if-none-match': tag });
    expect([changed.status, (await changed.text()).includes('SUMMARY:Race')]).toEqual([200, true]);
  });

  it('the link to a group’s calendar says nothing from the moment on at which its person left, or was removed (ICS-03)', async () => {
    await club.plan(club.owner, { date: soon(3) });
    const leaver = await signUp(club.product);
    const { group } = await club.owner.must('group', { params: { id: club.groupId } });
    for (const leaves of [true, false]) {
      await leaver.must('joinByLink', { body: { inviteCode: group.inviteCode ?? '' } });
      const path = await link(leaver, club.groupId);
      expect((await get(path)).status).toBe(200);
      if (leaves) await leaver.must('leaveGroup', { params: { id: club.groupId } });
      else await club.owner.must('removeMember', { params: { id: club.groupId, userId: leaver.userId } });
      const ended = await get(path);
      expect([ended.status, await ended.text()]).toEqual([404, '{"error":"Not found"}']);
      if (leaves) {
        await leaver.must('joinByLink', { body: { inviteCode: group.inviteCode ?? '' } });
        // Whoever comes back makes a new link.
        expect((await get(path)).status).toBe(404);
        await leaver.must('leaveGroup', { params: { id: club.groupId } });
      }
    }
    expect((await leaver.must('calendarFeeds')).feeds).toEqual([]);
  });

  it('a calendar link ends with a new one, when it is turned off, and with the account (ICS-03)', async () => {
    const person = await signUp(club.product);
    const [first, second] = [await link(person, 'my-q'), await link(person, 'my-q')];
    expect([(await get(first)).status, (await get(second)).status]).toEqual([404, 200]);
    const [feed] = (await person.must('calendarFeeds')).feeds;
    expect(feed).toMatchObject({ groupId: 'my-q' });
    const id = feed?.id ?? '';
    expect((await club.owner.call('endCalendarFeed', { params: { id } })).status).toBe(404);
    await person.must('endCalendarFeed', { params: { id } });
    expect((await get(second)).status).toBe(404);
    const third = await link(person, 'my-q');
    await person.must('deleteAccount');
    expect((await get(third)).status).toBe(404);
  });

  it('a repeat of the call that makes a calendar link gives the same one, which is stored nowhere (ICS-02)', async () => {
    const key = randomUUID();
    const path = await link(club.member, club.groupId, key);
    expect(await link(club.member, club.groupId, key)).toBe(path);
    expect(await link(club.member, club.groupId)).not.toBe(path);
    await get(path);
    const token = path.split('/')[3] ?? '';
    expect(token).toMatch(/^[\w-]{43}$/);
    const files = readdirSync(club.product.dataDir, { recursive: true, withFileTypes: true });
    for (const file of files.filter((each) => each.isFile()))
      expect(readFileSync(join(file.parentPath, file.name)).includes(token)).toBe(false);
  });

  it('fetches are counted by link, so that others at the same address never refuse a live one (ICS-04)', async () => {
    const [one, other] = [await link(club.member, club.groupId), await link(club.owner, club.groupId)];
    const address = '192.0.2.77';
    const unknown = await Promise.all(
      Array.from({ length: 200 }, () =>
        get(`/api/calendar/${'x'.repeat(40)}${Math.floor(Math.random() * 900 + 100)}/quorum.ics`, address).then(
          ({ status }) => status,
          () => 'cut off',
        ),
      ),
    );
    expect(new Set(unknown)).toEqual(new Set([404, 429, 'cut off']));
    const fetched: number[] = [];
    for (let count = 0; count < 61; count++) fetched.push((await get(one, address)).status);
    expect(fetched).toEqual([...Array(60).fill(200), 429]);
    const refused = await get(one, '192.0.2.78');
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await get(other, address)).status).toBe(200);
  });

  it('the link to My Schedule follows its person’s answers, and names the groups (ICS-07)', async () => {
    const events = ['Going', 'Maybe', 'Declined'] as const;
    for (const [index, name] of events.entries()) {
      const { _id: id } = await club.plan(club.owner, { date: soon(5 + index), name });
      const answer = ({ Going: 'going', Maybe: 'maybe', Declined: 'cant' } as const)[name];
      await club.member.must('giveRsvp', { params: { id }, body: { answer } });
    }
    const training = await club.plan(club.owner, { date: soon(4), name: 'Training', ...weekly });
    await club.member.must('giveRsvp', { params: { id: training._id }, body: { answer: 'cant', scope: 'this' } });
    const yoga = await club.plan(club.owner, { date: soon(4), name: 'Yoga', ...weekly });
    const ofYoga = (days: number) => ({ params: { id: `${yoga.seriesId}_${soon(days)}` } });
    await club.member.must('giveRsvp', { ...ofYoga(4), body: { answer: 'cant', scope: 'all' } });
    await club.member.must('giveRsvp', { ...ofYoga(18), body: { answer: 'going', scope: 'this' } });
    await club.plan(club.member, { date: soon(6), name: 'Dentist', groupId: 'my-q' });
    const path = await link(club.member, 'my-q');
    const text = (await (await get(path)).text()).replace(/\r\n /g, '');
    const statuses = [...text.matchAll(/SUMMARY:(.*?)\r\n[\s\S]*?STATUS:(\w+)/g)].map(([, name, status]) => [
      name,
      status,
    ]);
    expect(statuses.filter(([name]) => name?.includes('Rowing club') || name === 'Dentist').sort()).toEqual(
      expect.arrayContaining([
        ['Dentist', 'CONFIRMED'],
        ['Going · Rowing club', 'CONFIRMED'],
        ['Maybe · Rowing club', 'TENTATIVE'],
        ['Training · Rowing club', 'CONFIRMED'],
      ]),
    );
    expect(text).not.toContain('Declined');
    expect(text).toContain(`EXDATE;TZID=America/New_York:${soon(4).replaceAll('-', '')}T093000`);
    // Of a declined series, the feed has the date to which its person comes, and no other.
    const [declined = ''] = text.match(/BEGIN:VEVENT(?:(?!END:VEVENT)[\s\S])*SUMMARY:Yoga[\s\S]*?END:VEVENT/) ?? [];
    const day = (days: number) => soon(days).replaceAll('-', '');
    expect(declined.match(/^EXDATE.*:(\d{8})/gm)?.map((line) => line.slice(-8))).toEqual([day(4), day(11)]);
    expect(declined).toContain(`UNTIL=${day(18)}`);
    expect(await summaries(await link(club.member, club.groupId))).toEqual([
      'Declined',
      'Going',
      'Maybe',
      'Training',
      'Yoga',
    ]);
  });

  it('a fetch is shown to the day, and links that were made and ended are in the audit of the account (ICS-01, ICS-18)', async () => {
    const person = await signUp(club.product);
    const path = await link(person, 'my-q');
    expect((await person.must('calendarFeeds')).feeds).toMatchObject([{ fetchedAt: null }]);
    await get(path);
    await get(path);
    await expect.poll(async () => (await person.must('calendarFeeds')).feeds[0]?.fetchedAt).not.toBeNull();
    const [feed] = (await person.must('calendarFeeds')).feeds;
    await person.must('endCalendarFeed', { params: { id: feed?.id ?? '' } });
    const administrator = new Administrator(club.product);
    const { lines } = await administrator.must('audit', {
      query: { userId: person.userId, kind: 'account' },
    });
    const ofLinks = lines.filter(({ stream }) => stream.startsWith('feed-'));
    expect(ofLinks.map(({ type }) => type)).toEqual(['FeedEnded', 'FeedCreated']);
    expect(JSON.stringify(lines)).not.toContain(path.split('/')[3]);
  });
});

describe('an event as a file', () => {
  const file = async (client: Client, id: string) => {
    const { status, body, headers } = await client.call('calendarFile', { params: { id } });
    return { status, text: String(body), disposition: headers.get('content-disposition') };
  };

  it('an event as a file is for everyone who may see it, and one date has the name of its series (ICS-05, ICS-09)', async () => {
    const { _id: id } = await club.plan(club.member, { date: soon(3) });
    const { text, disposition } = await file(club.owner, id);
    expect(disposition).toBe('attachment; filename="quorum.ics"');
    expect(text).toContain(`UID:${id}@quorum\r\n`);
    expect(text).not.toContain('STATUS:');
    expect((await file(club.stranger, id)).status).toBe(404);
    const training = await club.plan(club.owner, { date: soon(4), name: 'Training', ...weekly });
    const date = await file(club.member, training._id);
    expect(date.text).toContain(`UID:${training.seriesId}@quorum\r\n`);
    expect(date.text).toMatch(/RECURRENCE-ID;TZID=America\/New_York:\d{8}T093000\r\n/);
    expect(date.text.slice(date.text.indexOf('BEGIN:VEVENT'))).not.toContain('RRULE');
    expect((await file(club.member, training.seriesId ?? '')).text).toContain('RRULE');
    expect((await file(club.member, `${training.seriesId}_2020-01-01`)).status).toBe(404);
  });
});
