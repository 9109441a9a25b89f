import { AsyncLocalStorage } from 'node:async_hooks';
import { readdir } from 'node:fs/promises';
import { StoredBytes } from '@quorum/command-service/file/stored-bytes.ts';
import { Aggregates } from '@quorum/command-service/handling/aggregates.ts';
import { RateLimit } from '@quorum/service-kit/http/admission/rate-limit.ts';
import { expect, it, vi } from 'vitest';
import { Administrator, adminEnvironment } from '../../support/administrator.ts';
import { fileForm } from '../../support/file-form.ts';
import { smallPicture } from '../../support/pictures.ts';
import { freshPhone, joinGroup, lastCode, signUp } from '../../support/product.ts';
import { pushTarget } from '../../support/push-target.ts';
import { sharedProduct } from '../../support/shared-product.ts';
import { proposal } from './permission-table.ts';

/** The stream whose facts are being loaded. */
const loading = new AsyncLocalStorage<string>();

const acted: string[] = [];
const noteAct = (act: string): void => {
  const stream = loading.getStore();
  if (stream !== undefined) acted.push(`${act} in the facts of ${stream}`);
};

const product = sharedProduct(
  { ...adminEnvironment, SMS_PER_HOUR: '100', SMS_PER_DAY: '100' },
  undefined,
  (engines) => {
    const append = engines.events.append.bind(engines.events);
    Object.assign(engines.events, {
      append: (...given: Parameters<typeof append>) => {
        noteAct('an append');
        return append(...given);
      },
    });
    return engines;
  },
);

/** Watches a method that uses something up. */
const watch = (type: object, name: string): void => {
  const methods = type as Record<string, (...given: unknown[]) => unknown>;
  const original = methods[name];
  vi.spyOn(methods, name).mockImplementation(function (this: unknown, ...given) {
    noteAct(name);
    return original?.apply(this, given);
  });
};

/** Loads all facts twice, as after a lost race. @returns the kinds of streams that were decided on. */
const watchFacts = (): Set<string> => {
  const kinds = new Set<string>();
  const { handle } = Aggregates.prototype;
  vi.spyOn(Aggregates.prototype, 'handle').mockImplementation(function (this: Aggregates, request) {
    kinds.add(request.stream.split('-')[0] ?? '');
    const facts: typeof request.facts = (state) =>
      loading.run(request.stream, async () => {
        await request.facts(state);
        return request.facts(state);
      });
    return handle.call(this, { ...request, facts }) as never;
  });
  watch(RateLimit.prototype, 'take');
  watch(StoredBytes.prototype, 'tryConsume');
  return kinds;
};

it('the facts of every command are loaded without appending, counting or using up anything, so a lost race repeats nothing (CQRS-03)', async () => {
  const kinds = watchFacts();
  const phone = freshPhone();
  const [ada, ben] = [await signUp(product), await signUp(product)];
  const { group, inviteCode } = await ada.must('createGroup', { body: { name: 'Rowing', description: 'Club' } });
  const [groupId, params] = [group._id, { id: group._id }];
  await joinGroup(ben, inviteCode);
  await ben.call('joinByCode', { body: { code: '000000' } });
  await ada.must('renewInvitation', { params });
  await ada.must('changeGroupDetails', { params, body: { name: 'Rowers', description: 'Club' } });
  await ada.must('transferOwnership', { params, body: { userId: ben.userId } });
  const { event } = await ada.must('createEvent', {
    body: { groupId, name: 'Race', date: '2030-05-14', time: '9:00' },
  });
  await ada.must('changeEvent', { params: { id: event._id }, body: { name: 'Regatta' } });
  await ben.must('giveRsvp', { params: { id: event._id }, body: { answer: 'maybe' } });
  await ben.must('chooseReminder', { params: { id: event._id }, body: { minutes: 10 } });
  const { poll } = await ada.must('openPoll', { body: { ...proposal, groupId } });
  await ben.must('vote', { params: { id: poll._id }, body: { votes: { [poll.options[0]?.id ?? '']: 'yes' } } });
  const { message } = await ada.must('sendMessage', { body: { groupId, content: 'Hello' } });
  await ada.must('editMessage', { params: { id: message._id }, body: { content: 'Hello there' } });
  await ben.must('addReaction', { params: { id: message._id }, body: { emoji: '👍' } });
  await ben.must('readGroupUpTo', { params, body: { messageId: message._id } });
  await ben.must('readActivity', { body: { upTo: '2026-05-14T10:00:00.000Z' } });
  await ben.must('pinMessage', { params, body: { messageId: message._id } });
  await ada.must('createCalendarFeed', { body: { groupId } });
  await ben.must('subscribeToPush', { body: pushTarget() });
  await ben.must('sendFile', { form: fileForm('file', smallPicture(), { groupId }) });
  const { report } = await ben.must('report', { body: { messageId: message._id, reason: 'spam', description: '' } });
  const reviewed = { reportId: report._id, action: 'allow' as const };
  const administrator = new Administrator(product);
  await administrator.must('adminSignIn');
  await administrator.must('reviewReport', { body: reviewed });
  await administrator.must('changeConfig', { params: { key: 'app_download_enabled' }, body: { value: 'false' } });
  await ada.must('updatePhone', { body: { phoneNumber: phone } });
  const verificationCode = await lastCode(product, phone);
  await ada.must('updatePhone', { body: { phoneNumber: phone, verificationCode } });
  await ada.must('endOtherSessions');

  expect(acted).toEqual([]);
  // A new kind of stream needs a command above.
  const things = await readdir(new URL('../../../domain/src', import.meta.url), { recursive: true });
  expect(kinds.size).toBe(things.filter((path) => path.endsWith('/decider.ts')).length);
});
