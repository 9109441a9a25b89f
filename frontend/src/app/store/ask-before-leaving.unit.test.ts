// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { discard, sendFileLater } from '../../data/message/outbox/outbox.ts';
import { attachmentsOf } from '../../data/services/attachments.ts';
import { checkPostponed, sessionEnded } from '../../data/session/session-slice.ts';
import { fakeUploads } from '../../testing/fake-uploads.ts';
import { json, signedInServices } from '../../testing/fakes.ts';
import { askBeforeLeaving } from './ask-before-leaving.ts';
import { makeStore } from './make-store.ts';

let stop = (): void => undefined;
afterEach(() => stop());

const open = () => {
  fakeUploads(() => 'never');
  const { services } = signedInServices(() => json({}));
  const store = makeStore(services);
  store.dispatch(checkPostponed());
  stop = askBeforeLeaving(store, services);
  return { services, store, asks: () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })) };
};
const file = new File(['abc'], 'quote.xlsx');

it('the browser asks before a page goes that holds files waiting to be sent', () => {
  const { store, asks } = open();
  expect(asks()).toBe(false);
  store.dispatch(sendFileLater({ id: 'file-1', groupId: 'group-1', file }));
  expect(asks()).toBe(true);
  store.dispatch(discard('file-1'));
  expect(asks()).toBe(false);
});

it('the browser asks before a page goes that holds chosen files, until their user signs out', () => {
  const { services, store, asks } = open();
  attachmentsOf(services, 'user-a', 'group-1').add([file]);
  expect(asks()).toBe(true);
  store.dispatch(sessionEnded({ reason: 'logout' }));
  expect(asks()).toBe(false);
});
