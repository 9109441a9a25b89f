import type { Browser } from '@playwright/test';
import type { Votes } from '@quorum/contracts/poll/votes.ts';
import type { PollView } from '@quorum/contracts/poll/wire.ts';
import { markOf } from '@quorum/contracts/text/mentions.ts';
import { PIXEL } from '../../support/pictures.ts';
import { callApi } from '../support/api.ts';
import { type Member, post, type Someone } from '../support/film-club.ts';
import { expect, signedInPage, signedUp } from '../support/fixtures.ts';
import { watchLayoutShift } from '../support/layout-shift.ts';

/** Maya's group with a member, events and a chat with a picture, and a group of Tom's that she is invited to. */
export type Stage = {
  readonly maya: Member;
  readonly groupId: string;
  readonly inviteCode: string;
};

type NewGroup = { group: { _id: string }; sixDigitCode: string; inviteCode: string };
const makeGroup = (owner: Someone, name: string, description: string) =>
  post<NewGroup>(owner, '/api/groups', { name, description });

const schedule = async (
  by: Someone,
  groupId: string,
  name: string,
  inHours: number,
  more: object = {},
): Promise<string> => {
  const [date = '', time = ''] = new Date(Date.now() + inHours * 3_600_000).toISOString().split('T');
  const when = { date, time: `${time.slice(0, 2)}:00`, duration: 120, timeZone: 'UTC' };
  const details = { groupId, location: 'https://zoom.us/j/84412093377', reminder: 30, ...more };
  const { event } = await post<{ event: { _id: string } }>(by, '/api/events', { name, ...when, ...details });
  return `/api/events/${event._id}`;
};

/** A poll with votes: one time leads. */
const findTime = async (maya: Someone, tom: Someone, groupId: string): Promise<void> => {
  const options = [30, 54, 78].map((hours) => {
    const [date = '', time = ''] = new Date(Date.now() + hours * 3_600_000).toISOString().split('T');
    return { date, time: `${time.slice(0, 2)}:00` };
  });
  const body = {
    groupId,
    name: 'Print fair setup',
    location: 'Pier 4, hall B',
    duration: 120,
    timeZone: 'UTC',
    options,
  };
  const { poll } = await post<{ poll: PollView }>(maya, '/api/polls', body);
  const [first = '', second = '', third = ''] = poll.options.map(({ id }) => id);
  const cast = (by: Someone, votes: Votes) =>
    callApi(by, by.account.token, 'PUT', `/api/polls/${poll._id}/votes`, { votes });
  await cast(tom, { [first]: 'no', [second]: 'yes', [third]: 'ifneedbe' });
  await cast(maya, { [first]: 'yes', [second]: 'yes' });
};

const talk = async (maya: Someone, tom: Someone, groupId: string): Promise<void> => {
  const file = { name: 'proof.png', mimeType: 'image/png', buffer: PIXEL };
  await post(tom, '/api/messages/send', { groupId, content: 'The proofs are at example.com/proofs' });
  const sent = await tom.request.post('/api/messages/send-file', {
    headers: { authorization: `Bearer ${tom.account.token}` },
    multipart: { groupId, file },
  });
  await expect(sent).toBeOK();
  const { message } = await post<{ message: { _id: string } }>(maya, '/api/messages/send', {
    groupId,
    content: 'Thank you. The blue is too dark for me.',
  });
  await post(maya, `/api/groups/${groupId}/pins`, { messageId: message._id });
  const content = `Then we print it again, ${markOf(maya.account.user._id)}`;
  await post(tom, '/api/messages/send', { groupId, content, replyTo: message._id });
};

/** At a zoom of 200 % the window keeps its width, and the page has half of it. */
const keepOuterWidth = ({ context }: Member) =>
  context.addInitScript(() => Object.defineProperty(window, 'outerWidth', { get: () => 1440 }));

export const makeStage = async (browser: Browser, origin: string): Promise<Stage> => {
  const maya = await signedInPage(browser, origin, { firstName: 'Maya', lastName: 'Okafor' });
  const tom = await signedUp(origin, { firstName: 'Tom', lastName: 'Lindqvist' });
  await keepOuterWidth(maya);
  await watchLayoutShift(maya.page);
  const { group, sixDigitCode } = await makeGroup(maya, 'Harbor Street Studio', 'Shared desk and print room');
  await post(tom, '/api/groups/join/code', { code: sixDigitCode });
  // Pinned groups must have their place from the start.
  await post(maya, '/api/auth/group-pin-preferences', { groupId: group._id, isPinned: true });
  const change = (path: string, method: string, data?: object) =>
    callApi(maya.page, maya.account.token, method, path, data);
  const pickup = await schedule(maya, group._id, 'Print run pickup', 0);
  await change(pickup, 'PUT', { description: 'Two boxes' });
  await change(await schedule(maya, group._id, 'Invoice hour', 72), 'DELETE');
  await schedule(maya, group._id, 'Proof sign-off', 24);
  await schedule(maya, group._id, 'Stand-up', 48, { repeats: { unit: 'week', count: 3 } });
  await talk(maya, tom, group._id);
  await findTime(maya, tom, group._id);
  const { inviteCode } = await makeGroup(tom, 'Film Club', 'Films on Fridays');
  return { maya, groupId: group._id, inviteCode };
};
