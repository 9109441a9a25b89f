import { until } from '@quorum/service-kit/testing/until.ts';
import { describe, expect, it } from 'vitest';
import { Administrator, adminEnvironment } from '../../support/administrator.ts';
import { Client, createGroup, freshPhone, joinGroup, lastCode, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';
import { connect, endOf } from '../../support/sockets.ts';

const product = sharedProduct(adminEnvironment);

const refusedNumber = [403, 'This phone number cannot be used.'];

/** Ada is banned for her message; Ben reported her. */
const banned = async () => {
  const phone = freshPhone();
  const ada = await signUp(product, { phone, firstName: 'Ada' });
  const ben = await signUp(product, { firstName: 'Ben' });
  const { group, inviteCode } = await createGroup(ben);
  await joinGroup(ada, inviteCode);
  const say = (content: string) => ada.must('sendMessage', { body: { groupId: group._id, content } });
  const reports = [];
  for (const text of ['Pay me', 'Pay me now']) {
    const { message } = await say(text);
    const body = { messageId: message._id, reason: 'harassment' };
    reports.push((await ben.must('report', { body })).report._id);
  }
  const socket = await connect(product, ada.token);
  const ended = endOf(socket);
  const admin = new Administrator(product);
  const body = { reportId: reports[0] ?? '', action: 'ban_user', adminNotes: 'Second warning ignored' };
  await admin.must('reviewReport', { body });
  return { ada, ben, phone, group, reports, ended, admin };
};

describe('a banned person', () => {
  it('a banned person is signed out everywhere at once, and what they wrote is removed (PERM-28)', async () => {
    const { ada, ben, group, reports, ended, admin } = await banned();
    await ended;
    await until(async () => (await ada.call('me')).status === 401);
    await until(async () => {
      const { messages } = await ben.must('messages', { params: { groupId: group._id } });
      return messages.length === 0;
    });
    await until(async () => {
      const pending = (await admin.must('pendingReports')).reports.map(({ _id }) => _id);
      return !reports.some((id) => pending.includes(id));
    });
  });

  it('a banned person can neither sign up nor log in with the number, nor move another account to it (PERM-29)', async () => {
    const { ada, ben, phone } = await banned();
    await until(async () => (await ada.call('me')).status === 401);
    const visitor = new Client(product);
    for (const route of ['login', 'signup'] as const) {
      const refused = await visitor.call(route, { body: { phoneNumber: phone } });
      expect([refused.status, refused.error]).toEqual(refusedNumber);
    }
    const moved = await ben.call('updatePhone', { body: { phoneNumber: phone } });
    expect([moved.status, moved.error]).toEqual(refusedNumber);
  });

  it('a banned person is refused even with a code sent before the ban', async () => {
    const phone = freshPhone();
    const visitor = new Client(product);
    const ada = await signUp(product, { phone });
    const ben = await signUp(product);
    const { group, inviteCode } = await createGroup(ada);
    await joinGroup(ben, inviteCode);
    const { message } = await ada.must('sendMessage', { body: { groupId: group._id, content: 'x' } });
    const { report } = await ben.must('report', { body: { messageId: message._id, reason: 'spam' } });
    await visitor.must('login', { body: { phoneNumber: phone } }).catch(() => undefined);
    const verificationCode = await lastCode(product, phone);
    await new Administrator(product).must('reviewReport', { body: { reportId: report._id, action: 'ban_user' } });
    await until(async () => (await ada.call('me')).status === 401);
    const refused = await visitor.call('verifyLogin', { body: { phoneNumber: phone, verificationCode } });
    expect([refused.status, refused.error]).toEqual(refusedNumber);
  });
});
