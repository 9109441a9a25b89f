import { until } from '@quorum/service-kit/testing/until.ts';
import { describe, expect, it } from 'vitest';
import { Administrator, adminEnvironment } from '../../support/administrator.ts';
import { fileForm } from '../../support/file-form.ts';
import { smallPicture } from '../../support/pictures.ts';
import { decipheredTraces, tracesIn } from '../../support/plaintext-traces.ts';
import { Client, createGroup, joinGroup, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';

const product = sharedProduct(adminEnvironment);

/** Milliseconds within which everything readable must be gone. */
const ERASED_WITHIN = 60_000;

/** A group in which Ada wrote something and Ben reads it. */
const reported = async (content: string) => {
  const ada = await signUp(product, { firstName: 'Ada', lastName: 'Stone' });
  const ben = await signUp(product, { firstName: 'Ben', lastName: 'Hill' });
  const { group, inviteCode } = await createGroup(ada, 'Rooms in the Bay');
  await joinGroup(ben, inviteCode);
  const { message } = await ada.must('sendMessage', { body: { groupId: group._id, content } });
  const body = { messageId: message._id, reason: 'spam', description: 'Third time' };
  const { report } = await ben.must('report', { body });
  return { ada, ben, group, message, report, inviteCode };
};

const administrator = () => new Administrator(product);

const pendingIds = async (admin: Administrator) => (await admin.must('pendingReports')).reports.map(({ _id }) => _id);

describe("an administrator's decision", () => {
  it('the decision of an administrator is one of three actions, and only administrators may make it (ADMIN-09, PERM-25)', async () => {
    const actions = ['allow', 'remove_message', 'ban_user'];
    for (const action of actions) {
      const { ben, report } = await reported(`To be answered with ${action}`);
      const body = { reportId: report._id, action };
      expect((await ben.call('reviewReport', { body })).status).toBe(401);
      expect((await administrator().call('reviewReport', { body: { ...body, action: 'shout' } })).status).toBe(400);
      expect((await administrator().call('reviewReport', { body })).status).toBe(200);
    }
    const person = await signUp(product);
    for (const name of ['pendingReports', 'adminConfig', 'audit'] as const) {
      expect((await person.call(name)).status).toBe(401);
      expect((await administrator().call(name)).status).toBe(200);
    }
    const change = { params: { key: 'app_download_enabled' }, body: { value: 'true' } };
    expect((await person.call('changeConfig', change)).status).toBe(401);
    expect((await administrator().call('changeConfig', change)).status).toBe(200);
  });
});

describe('the pending reports', () => {
  it('the pending reports show what was reported, by whom, about whom and where (ADMIN-07, ADMIN-08, ADMIN-14, API-21, API-68)', async () => {
    const { ada, ben, group, message, report } = await reported('Buy now');
    const { reports, pagination } = await administrator().must('pendingReports');
    expect(pagination).toMatchObject({ currentPage: 1, totalPages: 1 });
    expect(reports.find(({ _id }) => _id === report._id)).toMatchObject({
      reason: 'spam',
      description: 'Third time',
      messageId: { _id: message._id, type: 'text', content: 'Buy now', file: null, event: null },
      reportedBy: {
        _id: ben.userId,
        firstName: 'Ben',
        lastName: 'Hill',
      },
      reportedUser: { _id: ada.userId, firstName: 'Ada', lastName: 'Stone' },
      groupId: { _id: group._id, name: 'Rooms in the Bay' },
    });
  });

  it('the pending reports, and the messages around a reported one, show four characters of the address of a calendar feed (ICS-18)', async () => {
    const { url } = await (await signUp(product)).must('createCalendarFeed', { body: {} });
    const token = url.split('/').at(-2) ?? '';
    const { ada, ben, group, message } = await reported(`Look: ${url}`);
    const body = { groupId: group._id, content: `Again ${url}`, replyTo: message._id };
    const { message: reply } = await ada.must('sendMessage', { body });
    await ben.must('report', { body: { messageId: reply._id, reason: 'spam', description: url } });
    await until(async () => {
      const { messages } = await ada.must('messages', { params: { groupId: group._id } });
      return messages.filter(({ linkPreviews }) => linkPreviews.length > 0).length === 2;
    });
    const admin = administrator();
    const { reports } = await admin.must('pendingReports');
    expect(reports[0]).toMatchObject({
      description: expect.stringContaining(`/api/calendar/${token.slice(0, 4)}…/quorum.ics`),
      messageId: { content: expect.stringContaining(`/api/calendar/${token.slice(0, 4)}…/quorum.ics`) },
    });
    const { around } = await admin.must('openReport', { params: { id: reports[1]?._id ?? '' } });
    expect(around.after).toHaveLength(1);
    expect([JSON.stringify(reports).includes(token), JSON.stringify(around).includes(token)]).toEqual([false, false]);
  });

  it('the pending reports keep the reported content when the message is later edited or deleted (OPEN-097)', async () => {
    const { ada, message, report } = await reported('Meet me behind the shed');
    await ada.must('editMessage', { params: { id: message._id }, body: { content: 'Hello' } });
    await ada.must('deleteMessage', { params: { id: message._id } });
    const { reports } = await administrator().must('pendingReports');
    expect(reports.find(({ _id }) => _id === report._id)?.messageId.content).toBe('Meet me behind the shed');
  });

  it('the pending reports are listed twenty per page, newest first (LIMIT-22)', async () => {
    const ada = await signUp(product);
    const ben = await signUp(product);
    const { group, inviteCode } = await createGroup(ada);
    await joinGroup(ben, inviteCode);
    for (let nth = 0; nth < 21; nth++) {
      const { message } = await ada.must('sendMessage', { body: { groupId: group._id, content: `Offer ${nth}` } });
      await ben.must('report', { body: { messageId: message._id, reason: 'spam' } });
    }
    const admin = administrator();
    const first = await admin.must('pendingReports', { query: { page: '1' } });
    const second = await admin.must('pendingReports', { query: { page: '2' } });
    expect(first.reports).toHaveLength(20);
    expect(first.reports[0]?.messageId.content).toBe('Offer 20');
    expect(second.reports[0]?.messageId.content).toBe('Offer 0');
    expect(second.pagination.currentPage).toBe(2);
    const beyond = await admin.must('pendingReports', { query: { page: '99' } });
    expect(beyond.pagination.currentPage).toBe(beyond.pagination.totalPages);
    expect((await admin.call('pendingReports', { query: { page: '0' } })).status).toBe(400);
  });
});

describe('decisions on reports', () => {
  it('a decision to allow marks the report as reviewed and leaves the message alone (PERM-26, API-69)', async () => {
    const { ben, group, message, report } = await reported('Harmless');
    const admin = administrator();
    const body = { reportId: report._id, action: 'allow', adminNotes: 'Nothing wrong' };
    const answered = await admin.must('reviewReport', { body });
    expect(answered.message).toBe('Report reviewed. No action was taken.');
    expect(await pendingIds(admin)).not.toContain(report._id);
    const { messages } = await ben.must('messages', { params: { groupId: group._id } });
    expect(messages.find(({ _id }) => _id === message._id)?.content).toBe('Harmless');
  });

  it('a decision on a report is final: a second one is refused with who decided and when', async () => {
    const { ben, report } = await reported('Once');
    const first = administrator();
    await first.must('reviewReport', { body: { reportId: report._id, action: 'allow' } });
    const second = await administrator().call('reviewReport', {
      body: { reportId: report._id, action: 'ban_user' },
    });
    expect(second.status).toBe(409);
    expect(second.error).toMatch(/^This report was already decided by root on \w+ \d+, \d{4} at \d+:\d\d [AP]M UTC\.$/);
    expect((await ben.call('me')).status).toBe(200);
  });

  it('a decision on a report is made once if two administrators decide concurrently', async () => {
    const { report } = await reported('At once');
    const statuses = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const body = { reportId: report._id, action: 'allow' };
        return (await administrator().call('reviewReport', { body })).status;
      }),
    );
    expect(statuses.sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  it('a decision to ban is refused once the account is deleted, and another decision remains', async () => {
    const { ada, report } = await reported('Before I leave');
    await ada.must('deleteAccount');
    const admin = administrator();
    const ban = await admin.call('reviewReport', { body: { reportId: report._id, action: 'ban_user' } });
    const error = 'This account no longer exists. Its number cannot be blocked any more.';
    expect([ban.status, ban.error]).toEqual([409, error]);
    await admin.must('reviewReport', { body: { reportId: report._id, action: 'allow' } });
  });

  it('a decision is refused for an unknown report or action', async () => {
    const admin = new Administrator(product);
    const reportId = crypto.randomUUID();
    const unknown = await admin.call('reviewReport', { body: { reportId, action: 'allow' } });
    expect([unknown.status, unknown.error]).toEqual([404, 'Report not found']);
    const nonsense = await admin.call('reviewReport', { body: { reportId, action: 'praise' } });
    expect([nonsense.status, nonsense.error]).toEqual([400, 'Please choose an action']);
  });

  it('a decision to remove the message deletes it for everyone and settles the other reports of it (PERM-27)', async () => {
    const { ada, ben, group, message, report, inviteCode } = await reported('Wire the deposit');
    const cleo = await signUp(product);
    await joinGroup(cleo, inviteCode);
    const other = await cleo.must('report', { body: { messageId: message._id, reason: 'other' } });
    const admin = administrator();
    await until(async () => (await pendingIds(admin)).includes(other.report._id));
    await admin.must('reviewReport', { body: { reportId: report._id, action: 'remove_message' } });
    await until(async () => !(await pendingIds(admin)).some((id) => id === report._id || id === other.report._id));
    for (const person of [ada, ben]) {
      const { messages } = await person.must('messages', { params: { groupId: group._id } });
      expect(messages.find(({ _id }) => _id === message._id)).toMatchObject({ isDeleted: true });
    }
  });

  it('a decision to remove the message removes the event that it announced', async () => {
    const { ada, ben, group } = await reported('x');
    const event = { name: 'Fire sale', date: '2030-05-14', time: '18:30', duration: 60, groupId: group._id };
    const created = await ada.must('createEvent', { body: event });
    const asked = { body: { messageId: created.event._id, reason: 'spam' } };
    // The announcement appears in the chat a moment later.
    await until(async () => (await ben.call('report', asked)).status !== 404);
    const admin = administrator();
    const found = async () =>
      (await admin.must('pendingReports')).reports.find(({ messageId }) => messageId._id === created.event._id);
    await until(async () => (await found()) !== undefined);
    const report = await found();
    expect(report?.messageId).toMatchObject({ type: 'event', event: { name: 'Fire sale' } });
    await admin.must('reviewReport', { body: { reportId: report?._id ?? '', action: 'remove_message' } });
    await until(async () => {
      const { messages } = await ben.must('messages', { params: { groupId: group._id } });
      return messages.find(({ _id }) => _id === created.event._id)?.isDeleted === true;
    });
  });
});

it('a report is opened with the three messages before and after the reported one', async () => {
  const { ada, ben, group } = await reported('x');
  const say = async (content: string) =>
    (await ada.must('sendMessage', { body: { groupId: group._id, content } })).message;
  for (const number of [1, 2, 3, 4]) await say(`before ${number}`);
  const { _id: messageId } = await say('this one');
  for (const number of [1, 2, 3, 4]) await say(`after ${number}`);
  await until(async () => (await ben.must('messages', { params: { groupId: group._id } })).messages.length >= 9);
  const { report } = await ben.must('report', { body: { messageId, reason: 'spam' } });
  const opened = await administrator().must('openReport', { params: { id: report._id } });
  const texts = (messages: readonly { content: string }[]) => messages.map(({ content }) => content);
  expect(texts(opened.around.before)).toEqual(['before 2', 'before 3', 'before 4']);
  expect(texts(opened.around.after)).toEqual(['after 1', 'after 2', 'after 3']);
});

describe('a reported file', () => {
  const reportedPicture = async () => {
    const { ada, ben, group } = await reported('x');
    const admin = administrator();
    const another = async () => {
      const form = fileForm('file', smallPicture('flyer.png'), { groupId: group._id });
      const { message } = await ada.must('sendFile', { form });
      const { report } = await ben.must('report', { body: { messageId: message._id, reason: 'spam' } });
      const open = async () => (await admin.must('openReport', { params: { id: report._id } })).evidence.fileUrl;
      const allow = () => admin.must('reviewReport', { body: { reportId: report._id, action: 'allow' } });
      return { message, open, allow };
    };
    return { ada, group, another, ...(await another()) };
  };
  const fileStatus = async (path: string | null) => {
    const { token } = await administrator().must('adminSignIn');
    return (await new Client(product).file(path, { cookie: `quorum-admin-files=${token}` })).status;
  };

  it('a reported file can be viewed until the report is decided, even if the message was deleted', async () => {
    const { ada, message, open, allow } = await reportedPicture();
    await ada.must('deleteMessage', { params: { id: message._id } });
    expect(await fileStatus(await open())).toBe(200);
    await allow();
    const address = await open();
    await until(async () => (await fileStatus(address)) === 404);
  });

  it('a reported file can be viewed until the report is decided, even if the group was deleted (OPEN-097)', async () => {
    const { ada, group, another, open, allow } = await reportedPicture();
    const decided = await another();
    await decided.allow();
    const confirmationName = 'Rooms in the Bay';
    await ada.must('deleteGroup', { params: { id: group._id }, body: { confirmationName } });
    const gone = await decided.open();
    await until(async () => (await fileStatus(gone)) === 404);
    expect(await fileStatus(await open())).toBe(200);
    await allow();
    const address = await open();
    await until(async () => (await fileStatus(address)) === 404);
  });
});

describe('removed content', () => {
  it('removed content is unreadable everywhere in the data folder, while the report and everything else stay (SAFE-01, OPEN-099)', async () => {
    const secret = 'Meet at the old quarry 77';
    const { ada, ben, group, message, report } = await reported(secret);
    await ada.must('editMessage', { params: { id: message._id }, body: { content: 'The second quarry 78' } });
    await ada.must('sendMessage', { body: { groupId: group._id, content: 'An innocent remark' } });
    const form = fileForm('file', smallPicture('quarry-map.png'), { groupId: group._id });
    const file = (await ada.must('sendFile', { form })).message;
    const second = await ben.must('report', { body: { messageId: file._id, reason: 'other' } });
    const gone = [secret, 'The second quarry 78', 'quarry-map.png'];
    expect(await decipheredTraces(product.dataDir, gone)).not.toEqual([]);
    const admin = administrator();
    for (const reportId of [report._id, second.report._id])
      await admin.must('reviewReport', { body: { reportId, action: 'remove_message', adminNotes: 'Dangerous' } });
    await until(async () => (await decipheredTraces(product.dataDir, gone)).length === 0);
    await until(async () => (await tracesIn(product.dataDir, gone)).length === 0, ERASED_WITHIN);
    expect((await ada.file(file.fileUrl)).status).toBe(404);
    expect(await decipheredTraces(product.dataDir, ['An innocent remark'])).toContain(
      'An innocent remark in MessagePosted',
    );
  });
});
