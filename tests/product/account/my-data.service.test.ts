import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { markOf } from '@quorum/contracts/text/mentions.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileForm } from '../../support/file-form.ts';
import { type Client, createGroup, joinGroup, type Product, signUp, startProduct } from '../../support/product.ts';

const run = promisify(execFile);

let product: Product;
let folder: string;
beforeAll(async () => {
  product = await startProduct();
  folder = await mkdtemp(join(tmpdir(), 'quorum-zip-'));
});
afterAll(async () => {
  await product.stop();
  await rm(folder, { recursive: true, force: true });
});

const dayFrom = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const upload = async (client: Client, groupId: string, bytes: Uint8Array, name: string): Promise<void> => {
  await client.must('sendFile', { form: fileForm('file', new File([new Uint8Array(bytes)], name), { groupId }) });
};

const download = (client: Client) =>
  fetch(`${product.origin}/api/auth/my-data`, {
    headers: { authorization: `Bearer ${client.token}`, 'x-min-position': client.position },
  });

/** Unpacks with an independent program. */
const unzipped = async (archive: Uint8Array): Promise<(name: string) => Promise<Buffer>> => {
  const path = join(folder, 'mine.zip');
  const target = await mkdtemp(join(folder, 'out-'));
  await writeFile(path, archive);
  const script =
    'import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\nz.extractall(sys.argv[2])';
  await run('python3', ['-c', script, path, target]);
  return (name) => readFile(join(target, name));
};

type Property = { readonly name: string; readonly parameters: string; readonly value: string };

/** Reads an iCalendar file strictly by RFC 5545, and throws at the first invalid line. */
const parseCalendar = (bytes: Buffer): Property[] => {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  if (!text.endsWith('\r\n')) throw new Error('the last line does not end');
  const physical = text.slice(0, -2).split('\r\n');
  for (const line of physical) {
    if (/[\r\n]/.test(line)) throw new Error(`a bare line break in ${line}`);
    if (Buffer.byteLength(line) > 75) throw new Error(`a line of more than 75 octets: ${line}`);
    if (line === '') throw new Error('an empty line');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the rule is about them
    if (/[\u0000-\u0008\u000B-\u001F\u007F]/.test(line)) throw new Error(`a control character in ${line}`);
  }
  const logical: string[] = [];
  for (const line of physical) {
    if (!/^[ \t]/.test(line)) logical.push(line);
    else if (logical.length === 0) throw new Error('begins with a continuation');
    else logical[logical.length - 1] += line.slice(1);
  }
  return logical.map((line) => {
    const match = /^([A-Z][A-Z0-9-]*)((?:;[A-Z-]+=(?:"[^"]*"|[^";:,]*))*):(.*)$/s.exec(line);
    if (match === null) throw new Error(`no content line: ${line}`);
    const [, name = '', parameters = '', value = ''] = match;
    return { name, parameters, value };
  });
};

const unescaped = (value: string): string => {
  if (/(^|[^\\])(\\\\)*[;,]/.test(value)) throw new Error(`an unescaped sign in ${value}`);
  return value.replace(/\\([\\;,nN])/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign));
};

const eventsOf = (properties: readonly Property[]): Map<string, string>[] => {
  const frame = properties.map(({ name, value }) => `${name}:${value}`);
  expect(frame[0]).toBe('BEGIN:VCALENDAR');
  expect(frame.at(-1)).toBe('END:VCALENDAR');
  expect(frame).toContain('VERSION:2.0');
  expect(frame.filter((line) => line.startsWith('PRODID:'))).toHaveLength(1);
  const events: Map<string, string>[] = [];
  let open: Map<string, string> | undefined;
  for (const { name, value } of properties) {
    if (name === 'BEGIN' && value === 'VEVENT') {
      expect(open).toBeUndefined();
      open = new Map();
    } else if (name === 'END' && value === 'VEVENT') {
      if (open !== undefined) events.push(open);
      open = undefined;
    } else if (open !== undefined) {
      expect(open.has(name), `${name} once`).toBe(false);
      open.set(name, value);
    }
  }
  return events;
};

describe('the download of my data', () => {
  it('the download of my data contains profile, groups, events, messages and files, and nothing of others (MENTION-10, OPEN-093, PIN-06)', async () => {
    const client = await signUp(product, { firstName: 'Maya', lastName: 'Okafor' });
    const other = await signUp(product, { firstName: 'Other' });
    const { group, inviteCode } = await createGroup(client);
    await joinGroup(other, inviteCode);
    const name = `Tea; cake, and \\ "words" ${'🎉é'.repeat(20)}`;
    const description = `First line\nSecond: line; with, signs\\n ${'lang '.repeat(60)}`;
    const event = { date: '2030-05-14', time: '9:30', duration: 90, timeZone: 'America/Chicago' };
    await client.must('createEvent', {
      body: { ...event, name, description, location: 'Pier 7; gate, 2', groupId: group._id },
    });
    await client.must('createEvent', { body: { ...event, name: 'Mine alone' } });
    await other.must('createEvent', { body: { ...event, name: 'Of another', groupId: group._id } });
    const said = ['First words', 'Second words', 'Third words', 'Fourth words', 'Last words'];
    for (const content of said) await client.must('sendMessage', { body: { groupId: group._id, content } });
    const mention = { groupId: group._id, content: `Hello, ${markOf(other.userId)}` };
    const { message } = await client.must('sendMessage', { body: mention });
    await client.must('pinMessage', { params: { id: group._id }, body: { messageId: message._id } });
    await other.must('sendMessage', { body: { groupId: group._id, content: 'Words of another' } });
    await upload(client, group._id, Buffer.from('The words of a file'), '../..\\evil:name.txt');
    await upload(client, group._id, Buffer.from('The same name'), '../..\\evil:name.txt');
    await upload(other, group._id, Buffer.from('A file of another'), 'other.txt');

    const response = await download(client);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="quorum-\d{4}-\d\d-\d\d\.zip"$/);
    const archive = new Uint8Array(await response.arrayBuffer());
    const file = await unzipped(archive);
    const json = async (path: string) => JSON.parse((await file(path)).toString()) as Record<string, unknown>[];

    expect(await json('profile.json')).toMatchObject({ firstName: 'Maya', lastName: 'Okafor' });
    expect(await json('groups.json')).toMatchObject([{ name: 'Rowing club', role: 'owner' }]);
    expect((await json('events.json')).map((entry) => entry.name).sort()).toEqual(['Mine alone', name]);
    expect(await json('groupPreferences.json')).toMatchObject([{ color: 0 }]);
    const messages = await json('messages.json');
    // A mention is a name, and no mark.
    expect(messages.filter(({ kind }) => kind === 'text').map(({ text }) => text)).toEqual([
      ...said,
      'Hello, @Other Vale',
    ]);
    expect(await json('pins.json')).toMatchObject([{ messageId: message._id, groupId: group._id }]);
    expect(JSON.stringify(messages)).not.toContain('another');

    const events = eventsOf(parseCalendar(await file('events.ics')));
    expect(events).toHaveLength(2);
    const tea = events.find((found) => unescaped(found.get('SUMMARY') ?? '') === name);
    expect(unescaped(tea?.get('DESCRIPTION') ?? '')).toBe(description.trim());
    expect(unescaped(tea?.get('LOCATION') ?? '')).toBe('Pier 7; gate, 2');
    expect([tea?.get('DTSTART'), tea?.get('DURATION')]).toEqual(['20300514T093000', 'PT90M']);
    expect(tea?.get('DTSTAMP')).toMatch(/^\d{8}T\d{6}Z$/);
    expect(new Set(events.map((found) => found.get('UID'))).size).toBe(2);

    const target = (await readdir(folder)).filter((entry) => entry.startsWith('out-')).at(-1) ?? '';
    const names = await readdir(join(folder, target, 'files'));
    expect(names).toHaveLength(2);
    for (const found of names) expect(found).not.toMatch(/[/\\:]/);
    const contents = await Promise.all(names.map(async (found) => (await file(`files/${found}`)).toString()));
    expect(contents.sort()).toEqual(['The same name', 'The words of a file']);
    expect((await readdir(join(folder, target))).sort()).toEqual(
      [
        'activityMarks.json',
        'calendar-links.json',
        'deletedEntries.json',
        'events.ics',
        'events.json',
        'feeds.json',
        'files',
        'groupPreferences.json',
        'groups.json',
        'messages.json',
        'notificationSettings.json',
        'pins.json',
        'polls.json',
        'profile.json',
        'reminders.json',
        'repeating-events.json',
        'rsvps.json',
        'standings.json',
        'votes.json',
      ].sort(),
    );
  });

  it('the download of my data has events in the form of a calendar feed, series as series, and links made and ended without their addresses (ICS-10, ICS-17)', async () => {
    const client = await signUp(product);
    const event = { date: dayFrom(3), time: '9:30', timeZone: 'America/Chicago' };
    const { event: first } = await client.must('createEvent', {
      body: { ...event, name: 'Choir', repeats: { unit: 'week', count: 8 } },
    });
    await client.must('createEvent', { body: { ...event, name: 'Tea', description: 'One\nTwo' } });
    const date = (weeks: number) => ({ id: `${first.seriesId}_${dayFrom(3 + 7 * weeks)}` });
    await client.must('deleteEvent', { params: date(1) });
    await client.must('changeEvent', { params: date(2), body: { name: 'Concert', time: '20:00' } });
    const link = async () => (await client.must('createCalendarFeed', { body: {} })).url;
    const urls = [await link(), await link()];
    const feed = await (await fetch(`${product.origin}${new URL(urls[1] ?? '').pathname}`)).text();
    await client.must('endCalendarFeed', { params: { id: (await client.must('calendarFeeds')).feeds[0]?.id ?? '' } });

    const archive = new Uint8Array(await (await download(client)).arrayBuffer());
    const file = await unzipped(archive);
    /** The entries of a file, by what they say. A feed also names the page and says whether its person comes. */
    const entries = (text: string) =>
      text
        .replaceAll('\r\n ', '')
        .replaceAll(/^(?:URL|STATUS)\b.*\r\n/gm, '')
        .match(/BEGIN:VEVENT[\s\S]*?END:VEVENT/g)
        ?.toSorted();
    const exported = (await file('events.ics')).toString();
    expect(entries(exported)).toHaveLength(3);
    expect(entries(exported)).toEqual(entries(feed));
    expect(exported).toMatch(/^RRULE:FREQ=WEEKLY/m);
    const links = JSON.parse((await file('calendar-links.json')).toString()) as object[];
    expect(links).toMatchObject(
      ['made', 'made', 'turned off'].map((change) => ({ groupId: 'my-q', change, at: expect.any(String) })),
    );
    for (const url of urls) {
      const token = url.split('/').at(-2) ?? '';
      expect(token).toHaveLength(43);
      for (const name of ['calendar-links.json', 'feeds.json', 'events.ics'])
        expect((await file(name)).includes(token)).toBe(false);
    }
  });

  it('the download of my data is streamed: memory stays flat with 100 MB of files (OPEN-093)', async () => {
    const client = await signUp(product);
    const { group } = await createGroup(client);
    const bytes = Buffer.alloc(20 * 1_048_576, 'quorum ');
    for (let n = 0; n < 5; n++) await upload(client, group._id, bytes, `part-${n}.bin`);
    globalThis.gc?.();
    const memory = () => process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;
    const before = memory();
    let most = 0;
    let size = 0;
    const { body } = await download(client);
    if (body === null) throw new Error('no body');
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      most = Math.max(most, memory() - before);
    }
    expect(size).toBeGreaterThan(100 * 1_048_576);
    expect(most).toBeLessThan(60 * 1_048_576);
  });

  it('the download of my data survives a disconnecting client and a missing file', async () => {
    const client = await signUp(product);
    const { group } = await createGroup(client);
    await upload(client, group._id, Buffer.alloc(20 * 1_048_576, 'x'), 'large.bin');
    for (let n = 0; n < 5; n++) {
      const reader = (await download(client)).body?.getReader();
      await reader?.read();
      await reader?.cancel();
    }
    await rm(join(product.dataDir, 'files'), { recursive: true, force: true });
    await download(client)
      .then((response) => response.arrayBuffer())
      .catch(() => undefined);
    expect((await client.call('me')).status).toBe(200);
  });

  it('the download of my data is only for its owner', async () => {
    expect((await fetch(`${product.origin}/api/auth/my-data`)).status).toBe(401);
  });
});
