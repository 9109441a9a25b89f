import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { connectionChanged } from '../../../data/connection/connection-slice.ts';
import { saveDraft } from '../../../data/message/drafts.ts';
import { messageApi } from '../../../data/message/message-api.ts';
import type { Outgoing } from '../../../data/message/outbox/outbox-slice.ts';
import { selectOutgoing } from '../../../data/message/outbox/outbox-slice.ts';
import { stillOutgoing } from '../../../data/message/use-chat.ts';
import { changed } from '../../../data/store/changes.ts';
import { useAppSelector } from '../../../data/store/hooks.ts';
import {
  fakeServices,
  json,
  message,
  type Reply,
  type Sent,
  signedInServices,
  silentLink,
} from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { DeleteDialog } from '../dialogs/delete-dialog.tsx';
import { Composer } from './composer.tsx';
import { TooLargeDialog } from './too-large-dialog.tsx';

const list = { messages: [], notices: [], hasMoreBefore: false, hasMoreAfter: false, newestOrder: '' };

function Shown({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const outgoing: readonly Outgoing[] = useAppSelector((state) => selectOutgoing(state, 'group-1'));
  const props = { takesFocus: true, onFiles, onSent: vi.fn(), onUp: vi.fn(), ref: null };
  return <Composer groupId="group-1" groupName="Film Club" outgoing={stillOutgoing(outgoing, list, true)} {...props} />;
}

const open = (answer: (sent: Sent) => Reply = () => json({ message: message('x', '1') }, 201)) => {
  const fake = signedInServices(answer);
  const onFiles = vi.fn();
  const { store } = renderScreen(<Shown onFiles={onFiles} />, fake.services);
  const field = screen.getByLabelText<HTMLTextAreaElement>('Message Film Club');
  const type = (text: string) => fireEvent.change(field, { target: { value: text } });
  const enter = (more: object = {}) => fireEvent.keyDown(field, { key: 'Enter', ...more });
  return { ...fake, store, field, type, enter, onFiles };
};

describe('the composer', () => {
  it('the composer sends on Enter, and not on Shift and Enter (CHAT-10)', async () => {
    const { field, type, enter, sent } = open();
    type('Hello');
    enter({ shiftKey: true });
    expect(sent).toEqual([]);
    enter();
    await waitFor(() => expect(sent.map(({ body }) => body)).toMatchObject([{ groupId: 'group-1', content: 'Hello' }]));
    expect(field.value).toBe('');
  });

  it('the composer offers emoji for the beginning of a name, and Enter inserts one instead of sending', async () => {
    const { field, type, enter, sent } = open();
    type('Yes :tad');
    field.setSelectionRange(8, 8);
    fireEvent.select(field);
    expect(screen.getByRole('option', { name: /:tada:/ }).getAttribute('aria-selected')).toBe('true');
    enter();
    expect(field.value).toBe('Yes 🎉');
    expect(sent).toEqual([]);
    expect(screen.queryByRole('listbox')).toBeNull();
    type('Yes :tad');
    field.setSelectionRange(8, 8);
    fireEvent.select(field);
    fireEvent.keyDown(field, { key: 'Escape' });
    enter();
    await waitFor(() => expect(sent.map(({ body }) => body)).toMatchObject([{ content: 'Yes :tad' }]));
  });

  it('the composer reports that typing stopped 15 s after the last key (CHAT-33, LIMIT-14)', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { services, type } = open();
    const typing = vi.fn();
    const stopTyping = vi.fn();
    services.link.bind({ ...silentLink, typing, stopTyping });
    type('H');
    expect(typing).toHaveBeenCalledWith(expect.objectContaining({ groupId: 'group-1', userName: 'Ada Park' }));
    vi.advanceTimersByTime(14_000);
    type('Hi');
    vi.advanceTimersByTime(14_999);
    expect(stopTyping).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(stopTyping.mock.calls).toEqual([[{ groupId: 'group-1', userId: 'user-a' }]]);
    vi.advanceTimersByTime(60_000);
    expect(stopTyping).toHaveBeenCalledOnce();
  });

  it('the composer reports that typing stopped when the draft is emptied, and when it is sent (CHAT-33)', () => {
    const { services, type, enter } = open();
    const stopTyping = vi.fn();
    services.link.bind({ ...silentLink, stopTyping });
    type('H');
    type('');
    expect(stopTyping).toHaveBeenCalledOnce();
    type('Hi');
    enter();
    expect(stopTyping).toHaveBeenCalledTimes(2);
  });

  it('the composer reports typing that began before the connection once it is open (CHAT-32)', () => {
    const { services, store, type } = open();
    type('H');
    const typing = vi.fn();
    services.link.bind({ ...silentLink, typing });
    act(() => void store.dispatch(connectionChanged({ status: 'online', at: services.now() })));
    expect(typing).toHaveBeenCalledWith(expect.objectContaining({ groupId: 'group-1', userName: 'Ada Park' }));
  });

  it('the composer sends nothing empty or blank (CHAT-12)', () => {
    const { type, enter, sent } = open();
    enter();
    type('  \n ');
    enter();
    expect(sent).toEqual([]);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
  });

  it('the composer attaches a pasted picture, but not the one that a spreadsheet adds to its text', () => {
    const { field, onFiles } = open();
    const picture = new File(['abc'], 'image.png', { type: 'image/png' });
    const paste = (types: readonly string[]) => fireEvent.paste(field, { clipboardData: { files: [picture], types } });
    // False: the browser does not insert a text.
    expect(paste(['Files'])).toBe(false);
    expect(paste(['text/html', 'Files'])).toBe(false);
    expect(onFiles.mock.calls).toEqual([[[picture]], [[picture]]]);
    expect(paste(['text/plain', 'text/html', 'text/rtf', 'Files'])).toBe(true);
    expect(onFiles).toHaveBeenCalledTimes(2);
  });

  it('the composer gives back a refused text, with the reason (CHAT-13)', async () => {
    const { field, type, enter } = open(() => json({ error: 'Message cannot be empty' }, 400));
    type('Hello');
    enter();
    await waitFor(() => expect(field.value).toBe('Hello'));
    expect(screen.getByText('Message cannot be empty')).toBeTruthy();
  });

  it('the composer takes no refused text from the tab that is shown while its own is hidden (CHAT-13)', async () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const { store, field, type, enter } = open(() => json({ error: 'Message cannot be empty' }, 400));
    type('Hello');
    enter();
    await waitFor(() => expect(selectOutgoing(store.getState(), 'group-1')).toMatchObject([{ state: 'failed' }]));
    expect(field.value).toBe('');
    visibility.mockRestore();
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(field.value).toBe('Hello');
    expect(selectOutgoing(store.getState(), 'group-1')).toEqual([]);
  });

  it('the composer keeps a text that is too long and says so', () => {
    const { field, type, enter, sent } = open();
    type('x'.repeat(5001));
    enter();
    expect(sent).toEqual([]);
    expect(field.value).toHaveLength(5001);
    expect(screen.getByRole('alert').textContent).toBe('Please use at most 5000 characters');
  });
});

describe('a reply', () => {
  const ask = async (answer: (sent: Sent) => Reply) => {
    const fake = signedInServices(answer);
    const { store } = renderScreen(<Shown onFiles={vi.fn()} />, fake.services);
    await act(() => store.dispatch(messageApi.endpoints.messages.initiate('group-1')));
    act(() => store.dispatch(saveDraft('group-1', { text: 'Yes', replyTo: message('m1', '01') })));
    expect(screen.getByText('Ben Cole')).toBeTruthy();
    return { ...fake, store, field: screen.getByLabelText<HTMLTextAreaElement>('Message Film Club') };
  };
  const chat = json({ messages: [message('m1', '01')], notices: [], hasMore: false });

  it('a reply loses its target when that is deleted, says so and keeps the text (CHAT-23)', async () => {
    const { store, field } = await ask(() => chat.clone());
    const payload = { messageId: 'm1', groupId: 'group-1', isEvent: false, revision: '02' };
    act(() => void store.dispatch(changed({ name: 'messageDeleted', payload })));
    expect(screen.getByText('The message you were replying to has been deleted.')).toBeTruthy();
    expect(screen.queryByText('Ben Cole')).toBeNull();
    expect(field.value).toBe('Yes');
  });

  it('a reply that is refused for its target returns without it, so that it can be sent (CHAT-23)', async () => {
    const { field } = await ask(({ method }) =>
      method === 'GET' ? chat.clone() : json({ error: 'This message has been deleted' }, 409),
    );
    fireEvent.keyDown(field, { key: 'Enter' });
    await screen.findByText('This message has been deleted');
    expect(field.value).toBe('Yes');
    expect(screen.queryByText('Ben Cole')).toBeNull();
  });
});

describe('the dialogs of the composer', () => {
  it('the dialog of the composer asks before deleting, and reports a failure (CHAT-21, ERR-32)', async () => {
    const { services, sent } = signedInServices(() => json({ error: 'No' }, 403));
    renderScreen(<DeleteDialog message={message('a', '1', { content: 'Boxes!' })} onClose={() => {}} />, services);
    expect(sent).toEqual([]);
    expect(screen.getByRole('alertdialog').textContent).toContain(
      'Delete this message for everyone? Others will see that a message was deleted.',
    );
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    const alert = await screen.findByText('Failed to delete message. Please try again.');
    expect(alert).toBeTruthy();
  });

  it('a dialog of the composer lists files that are too large (MEDIA-05, MEDIA-06, MEDIA-07)', () => {
    const big = (name: string, type: string, size: number) =>
      Object.defineProperty(new File([], name, { type }), 'size', { value: size });
    const files = [big('a.mov', 'video/quicktime', 222_298_112), big('b.pdf', 'application/pdf', 27_367_833)];
    const { services } = fakeServices(() => json({}));
    const { rerender } = renderScreen(<TooLargeDialog files={files} onClose={() => {}} />, services);
    const text = screen.getByRole('alertdialog', { name: 'Files Too Large' }).textContent;
    expect(text).toContain('The following files are too large:');
    expect(text).toContain('a.mov212 MB exceeds 100MB limit for videos');
    expect(text).toContain('b.pdf26.1 MB exceeds 25MB limit for files');
    expect(text).toContain('Videos: max 100MBOther files: max 25MB');
    rerender(<TooLargeDialog files={files.slice(1)} onClose={() => {}} />);
    expect(screen.getByRole('alertdialog').textContent).toContain('The following file is too large:');
  });
});
