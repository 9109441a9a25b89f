import { join } from 'node:path';
import { createGroup } from '../support/product.ts';
import type { Measurement } from './measure.ts';
import {
  answersAgainstMessages,
  diskOfAnswers,
  roomWhileAnswering,
  seatsAgainstNone,
} from './support/answer-figures.ts';
import { boardFigures } from './support/board-figures.ts';
import { openFiller } from './support/fill-log.ts';
import { alternately, ask, type Call, DAY_MS, dayIn, elapsed, measured, plan } from './support/gather-calls.ts';
import { inFolder } from './support/in-folder.ts';
import { makeTeam, type Team } from './support/people.ts';
import { type Process, productProcess } from './support/product-process.ts';

const MEMBERS = 32;
const SERIES = 200;
const HOUR_MS = 3_600_000;

const monthOf = (groupId: string): Call => ({
  method: 'GET',
  path: `/api/events?groupId=${groupId}&startDate=${dayIn(28)}&endDate=${dayIn(56)}&timeZone=UTC&limit=1000`,
});

const monthOfSeries = async ({ origin }: Process, team: Team, single: string): Promise<Measurement> => {
  const read = (groupId: string) => () => elapsed(() => ask(origin, team.owner.token, monthOf(groupId)));
  const pair = await alternately(read(single), read(team.groupId));
  const what = `a month of a group with ${SERIES} weekly series`;
  return measured({ what, against: 'the same rows as single events', unit: 'ms', most: 1.5 }, pair);
};

const FEED_EVENTS = 1_000;
const FEED_SERIES = 50;

/** A group's calendar as other programs read it, and as the browser does. */
const feedAgainstJson = async ({ origin }: Process, { owner }: Team, groupId: string): Promise<Measurement[]> => {
  const post: Call = { method: 'POST', path: '/api/calendar-feeds', body: { groupId } };
  const { url } = JSON.parse(await ask(origin, owner.token, post));
  const address = `${origin}${new URL(url).pathname}`;
  const query = new URLSearchParams({ groupId, startDate: dayIn(-90), endDate: dayIn(730), timeZone: 'UTC' });
  const json: Call = { method: 'GET', path: `/api/events?${query.toString()}&limit=1000&series=compact` };
  const fetched = async (headers: Record<string, string> = {}): Promise<string> => {
    const answer = await fetch(address, { headers });
    await answer.text();
    return answer.headers.get('etag') ?? '';
  };
  const asJson = () => elapsed(() => ask(origin, owner.token, json));
  const whole = await alternately(asJson, () => elapsed(() => fetched()));
  const tag = await fetched();
  const again = await alternately(asJson, () => elapsed(() => fetched({ 'if-none-match': tag })));
  const what = `a feed of ${FEED_EVENTS} events and ${FEED_SERIES} series`;
  const against = 'the JSON of the same range';
  return [
    measured({ what, against, unit: 'ms', most: 2 }, whole),
    measured({ what: `${what}, unchanged`, against, unit: 'ms', most: 0.1 }, again),
  ];
};

/** A weekly series for each hour of the week, and their dates in eight weeks as single events of another group. */
const fillCalendars = async (dataDir: string, team: Team, single: string, feed: string): Promise<void> => {
  const filler = await openFiller(dataDir);
  const { userId } = team.owner;
  const from = Date.parse(`${dayIn(0)}T00:00:00Z`);
  for (let index = 0; index < SERIES; index++) {
    const start = from + index * HOUR_MS;
    await filler.series({ userId, groupId: team.groupId }, start);
    const dates = { from: start, to: start + 10 * 7 * DAY_MS };
    await filler.entries({ userId, groupId: single }, 10, dates);
  }
  await filler.entries({ userId, groupId: feed }, FEED_EVENTS, { from, to: from + 300 * DAY_MS });
  for (let index = 0; index < FEED_SERIES; index++)
    await filler.series({ userId, groupId: feed }, from + index * HOUR_MS);
  await filler.close();
};

/** The figures of answers, of polls and of events that repeat. */
export const run = (): Promise<readonly Measurement[]> =>
  inFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    const first = await productProcess(dataDir);
    const team = await makeTeam(first, MEMBERS);
    const { group: single } = await createGroup(team.owner);
    const { group: feed } = await createGroup(team.owner);
    const eventId = await plan(first.origin, team);
    const rows = [await answersAgainstMessages(first, team), await seatsAgainstNone(first, team)];
    rows.push(...(await boardFigures(first)), await roomWhileAnswering(first));
    await first.stop();
    rows.push(await diskOfAnswers(dataDir, team, eventId));
    await fillCalendars(dataDir, team, single._id, feed._id);
    const second = await productProcess(dataDir);
    rows.push(await monthOfSeries(second, team, single._id));
    rows.push(...(await feedAgainstJson(second, team, feed._id)));
    await second.stop();
    return rows;
  });
