import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeServices, json } from '../../testing/fakes.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { SmsOutbox } from './sms-outbox.tsx';

const MINE = '+12025550101';
const message = { to: MINE, body: 'Your Quorum code is 471902.', sentAt: '2026-05-14T14:42:00.000Z' };

it('the outbox shows new messages by itself, and one press fills in the code (RUN-04)', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
  let messages: (typeof message)[] = [];
  const { services } = fakeServices(() => json({ messages }));
  const fill = vi.fn<(code: string) => void>();
  renderScreen(<SmsOutbox phoneNumber={MINE} sentAt={Date.parse(message.sentAt)} fill={fill} />, services);
  expect(await screen.findByText(/None yet/)).toBeTruthy();
  messages = [message];
  await act(() => vi.advanceTimersByTimeAsync(2100));
  fireEvent.click(await screen.findByRole('button', { name: 'Use code' }));
  expect(fill).toHaveBeenCalledWith('471902');
});

it('the outbox is absent, and stops asking, if the server has none (RUN-04)', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
  const { services, sent } = fakeServices(() => json({ error: 'Not found' }, 404));
  renderScreen(<SmsOutbox phoneNumber={undefined} sentAt={undefined} fill={() => {}} />, services);
  await waitFor(() => expect(sent).toHaveLength(1));
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(sent).toHaveLength(1);
  expect(screen.queryByRole('button')).toBeNull();
});

it('the outbox can be collapsed and expanded', async () => {
  const { services } = fakeServices(() => json({ messages: [message] }));
  renderScreen(<SmsOutbox phoneNumber={undefined} sentAt={undefined} fill={() => {}} />, services);
  fireEvent.click(await screen.findByRole('button', { name: 'Collapse' }));
  fireEvent.click(screen.getByRole('button', { name: /Text messages/ }));
  expect(screen.getByRole('button', { name: 'Copy code' })).toBeTruthy();
});
