import type { GroupView } from '@quorum/contracts/group/wire.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { encodeEventMessage } from '@quorum/contracts/text/event-markers.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { group, json, message, person, signedInServices } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { type Chat, ChatContext } from '../chat-context.ts';
import { typingText } from '../composer/typing-line.tsx';
import { MessageRow } from './message-row.tsx';

const ME = 'user-a';
const mine = { senderId: person(ME, 'Ada') };

const signedIn = () => signedInServices(() => json({ success: true })).services;

/** The last of the rows, which has nothing new. */
const plain = { previous: undefined, isFirstNew: false, tabStop: undefined, markedId: undefined, isFresh: false };

const show = (
  shown: MessageView,
  { previous, as = group('group-1') }: { previous?: MessageView; as?: GroupView } = {},
) => {
  const services = signedIn();
  const chat: Chat = {
    group: as,
    userId: ME,
    timeZone: 'America/New_York',
    editingId: null,
    askedId: null,
    reply: vi.fn(),
    searchFrom: vi.fn(),
    edit: vi.fn(),
    endEdit: vi.fn(),
    remove: vi.fn(),
    report: vi.fn(),
    openImage: vi.fn(),
    jumpTo: vi.fn(),
    openEvent: vi.fn(),
    openPoll: vi.fn(),
  };
  const props = {
    previous,
    isFirstNew: false,
    tabStop: shown._id,
    markedId: undefined,
    isFresh: false,
    onFold: vi.fn(),
  };
  let change: (next: MessageView) => void = () => undefined;
  function Row() {
    const [now, setNow] = useState(shown);
    change = setNow;
    return <MessageRow row={{ message: now }} {...props} />;
  }
  renderScreen(
    <ChatContext value={chat}>
      <Row />
    </ChatContext>,
    services,
  );
  const row = screen.getByRole('article');
  return { chat, row, point: () => fireEvent.focus(row), change: (next: MessageView) => act(() => change(next)) };
};

const actions = () => screen.queryAllByRole('button').map((button) => button.getAttribute('aria-label'));
const openMenu = () => fireEvent.keyDown(screen.getByRole('button', { name: 'More' }), { key: 'Enter' });
const menu = () => screen.getAllByRole('menuitem').map((item) => item.getAttribute('aria-label') ?? item.textContent);

const event = {
  _id: 'event-1',
  name: 'Design critique',
  location: 'https://meet.google.com/abc-defg-hij',
  startsAt: '2026-05-14T14:00:00.000Z',
  endsAt: '2026-05-14T15:00:00.000Z',
  createdBy: 'user-b',
  creator: person('user-b', 'Maya'),
};
const announcing = message('e', '1', { isEvent: true, content: encodeEventMessage(event) });

it('every person has one hue, the same for the name and for a picture without a photo', () => {
  const hues = ['user-b', 'user-c', 'user-d'].map((id) => {
    const { row } = show(message(id, '1', { senderId: person(id, 'Maya') }));
    const of = (selector: string) => row.querySelector<HTMLElement>(selector)?.style.getPropertyValue('--hue');
    expect(of('.avatar')).toBe(of('.message__name'));
    const hue = of('.avatar');
    cleanup();
    return hue;
  });
  expect(new Set(hues).size).toBe(3);
  expect(hues).not.toContain('');
});

it('an event of another year names it, on its card and in a quote (CHAT-16)', () => {
  const later = { ...event, startsAt: '2027-01-14T15:00:00.000Z', endsAt: '2027-01-14T16:00:00.000Z' };
  const announced = message('e', '1', { isEvent: true, content: encodeEventMessage(later) });
  show(announced);
  expect(screen.getByText('Thursday, January 14, 2027 · 10:00 – 11:00 AM')).toBeDefined();
  cleanup();
  show(message('r', '2', { replyTo: announced }));
  expect(screen.getByText(/Jan 14, 2027, 10:00 – 11:00 AM/)).toBeDefined();
});

describe('the actions of messages', () => {
  it('the actions of a message disappear when it is deleted, and appear on others after its menu was open', async () => {
    const [gone, other] = [message('a', '1'), message('b', '2')];
    const { chat, row, point, change } = show(gone);
    renderScreen(
      <ChatContext value={chat}>
        <MessageRow row={{ message: other }} {...plain} onFold={vi.fn()} />
      </ChatContext>,
      signedIn(),
    );
    point();
    openMenu();
    change({ ...gone, isDeleted: true });
    await waitFor(() => expect(document.activeElement).toBe(row));
    fireEvent.pointerEnter(screen.getByRole('article', { name: /text of b/ }));
    expect(actions()).toContain('More');
  });

  it('the arrow keys move within the row of emoji in the menu of a message, and down out of it', () => {
    const { point } = show(message('a', '1'));
    point();
    openMenu();
    const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
    act(() => screen.getByRole('menuitem', { name: 'Thumbs up' }).focus());
    press('ArrowRight');
    expect(focused()).toBe('Heart');
    press('ArrowLeft');
    press('ArrowLeft');
    expect(focused()).toBe('Thumbs up');
    press('ArrowDown');
    expect(focused()).toBe('Reply');
  });

  it('the actions of messages appear only beside the one that the pointer or the focus reached last', () => {
    const { chat } = show(message('a', '1', { content: 'First' }));
    const second = message('b', '2', { content: 'Second' });
    renderScreen(
      <ChatContext value={chat}>
        <MessageRow row={{ message: second }} {...plain} onFold={vi.fn()} />
      </ChatContext>,
      signedIn(),
    );
    const [first, other] = screen.getAllByRole('article') as [HTMLElement, HTMLElement];
    fireEvent.pointerEnter(first);
    const reaction = within(first).getByRole('button', { name: 'React with heart' });
    act(() => reaction.focus());
    fireEvent.pointerLeave(first);
    expect(screen.getAllByRole('toolbar')).toHaveLength(1);
    fireEvent.pointerEnter(other);
    expect(screen.getAllByRole('toolbar')).toHaveLength(1);
    expect(within(other).getByRole('toolbar')).toBeTruthy();
    expect(document.activeElement).toBe(first);
    fireEvent.pointerLeave(other);
    expect(screen.queryByRole('toolbar')).toBeNull();
  });
});

describe('the content of a message', () => {
  it('an edited message is marked (CHAT-06)', () => {
    show(message('a', '1', { content: 'On my way', isEdited: true }));
    expect(screen.getByText('(edited)')).toBeTruthy();
  });

  it('a deleted message is a note without actions (CHAT-07, CHAT-23)', () => {
    const { row, point } = show(message('a', '1', { isDeleted: true, content: '[This message was deleted]' }));
    point();
    expect(row.textContent).toContain('This message has been deleted');
    expect(actions()).toEqual([]);
  });

  it('a deleted message says if it was an event (CHAT-08)', () => {
    const { row } = show(message('a', '1', { isDeleted: true, isEvent: true }));
    expect(row.textContent).toContain('This event has been deleted');
  });

  it('the message of an event is a card with status and meeting, without markers or JSON (CHAT-26, CHAT-28)', () => {
    const { row } = show(announcing);
    expect(row.textContent).toContain('Design critiqueThursday, May 14 · 10:00 – 11:00 AMStarted 42m ago');
    expect(row.textContent).not.toContain('EVENT_DATA');
    const join = screen.getByRole('link', { name: 'Join with Meet' });
    expect(join.getAttribute('target')).toBe('_blank');
    expect(join.getAttribute('rel')).toContain('noopener');
  });

  it('the name on the card of an event leads to it in the schedule', () => {
    const { chat } = show(announcing);
    fireEvent.click(screen.getByRole('button', { name: 'Design critique' }));
    expect(chat.openEvent).toHaveBeenCalledWith('e', event.startsAt);
  });

  it('a text that contains the markers of an event is no card (CHAT-27)', () => {
    const { row } = show(message('a', '1', { content: announcing.content }));
    expect(row.textContent).toContain('EVENT_DATA');
    expect(row.textContent).not.toContain('Started 42m ago');
  });

  it('a reply to an event shows its name, date and time range, and leads there (CHAT-15, CHAT-16)', () => {
    const { chat } = show(message('a', '2', { replyTo: announcing }));
    const quote = screen.getByRole('button', { name: 'Design critique May 14, 10:00 – 11:00 AM' });
    fireEvent.click(quote);
    expect(chat.jumpTo).toHaveBeenCalledWith('e');
  });

  it('a message opens links in a new tab without an opener, and leaves other text alone (CHAT-29)', () => {
    const { row } = show(message('a', '1', { content: 'see example.com/a <b>javascript:alert(1)</b>' }));
    const link = screen.getByRole('link');
    expect([link.textContent, link.getAttribute('href')]).toEqual(['example.com/a', 'https://example.com/a']);
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer']);
    expect(row.textContent).toContain('<b>javascript:alert(1)</b>');
  });

  it('a message shows previews, even those that could not be fetched (CHAT-30, CHAT-31)', () => {
    const { row } = show(
      message('a', '1', {
        linkPreviews: [
          { url: 'https://a.example', domain: 'a.example', title: 'A page', description: 'About', siteName: 'Site A' },
          { url: 'https://b.example', domain: 'b.example', error: 'timeout' },
        ],
      }),
    );
    expect(row.textContent).toContain('Site Aa.exampleA pageAbout');
    expect(row.textContent).toContain('Unable to load preview');
  });

  it('a message shows reactions with their count, pressed for one’s own (CHAT-18)', () => {
    show(message('a', '1', { reactions: [{ emoji: '🔥', users: ['x', ME], count: 2_000 }] }));
    const own = screen.getByRole('button', { name: '🔥 2000' });
    expect(own.getAttribute('aria-pressed')).toBe('true');
    expect(own.title).toBe('You and 1999 others');
  });
});

describe('messages among others', () => {
  const at = (time: string) => message('b', '2', { createdAt: `2026-05-14T${time}.000Z` });

  it('a message keeps the focus when a reaction on it disappears', async () => {
    const { row, change } = show(message('m', '1', { reactions: [{ emoji: '👍', users: [ME], count: 1 }] }));
    const reaction = screen.getByRole('button', { name: '👍 1' });
    act(() => reaction.focus());
    change({ ...message('m', '1'), reactions: [] });
    await expect.poll(() => document.activeElement).toBe(row);
  });

  it('a message starts a header after more than five minutes or with another sender (CHAT-02, LIMIT-16)', () => {
    const previous = at('14:00:00');
    const { row } = show(at('14:05:00'), { previous });
    expect(within(row).queryByText('Ben Cole')).toBeNull();
    cleanup();
    expect(within(show(at('14:05:01'), { previous }).row).getByText('Ben Cole')).toBeTruthy();
    cleanup();
    const other = { ...at('14:01:00'), senderId: person('user-c', 'Cleo') };
    expect(within(show(other, { previous }).row).getByText('Cleo Cole')).toBeTruthy();
  });

  it('a message stands under a separator after an hour (CHAT-03, CHAT-04)', () => {
    show(at('14:42:00'), { previous: at('13:42:00') });
    expect(screen.getByRole('separator').textContent).toBe('TODAY AT 10:42 AM');
    cleanup();
    show(at('14:41:59'), { previous: at('13:42:00') });
    expect(screen.queryByRole('separator')).toBeNull();
  });
});

describe('actions on messages', () => {
  it('the actions on a message appear with the focus, for every member (PERM-17)', () => {
    const { point } = show(message('a', '1'));
    expect(actions()).toEqual([]);
    point();
    expect(actions()).toEqual([
      'React with thumbs up',
      'React with heart',
      'React with party',
      'Add reaction',
      'Reply',
      'More',
    ]);
  });

  it('a member may report the message of another, but not delete it (PERM-18, OPEN-097)', () => {
    show(message('a', '1')).point();
    openMenu();
    expect(menu()).toEqual([
      'Thumbs up',
      'Heart',
      'Laugh',
      'Surprised',
      'Sad',
      'Angry',
      'Party',
      'Fire',
      'Reply',
      'Copy text',
      'Copy link to message',
      'Report',
    ]);
  });

  it('the owner of a group may delete the message of another (PERM-18)', () => {
    show(message('a', '1'), { as: group('group-1', { role: 'owner' }) }).point();
    openMenu();
    expect(menu().slice(-2)).toEqual(['Report', 'Delete']);
  });

  it('authors may edit and delete their own text for 24 hours, but not report it (OPEN-071)', () => {
    show(message('a', '1', mine)).point();
    expect(actions()).toContain('Edit');
    openMenu();
    expect(menu().slice(-5)).toEqual(['Reply', 'Edit', 'Copy text', 'Copy link to message', 'Delete']);
    cleanup();
    show(message('a', '1', { ...mine, createdAt: '2026-05-13T14:41:00.000Z' })).point();
    expect(actions()).not.toContain('Edit');
  });
});

describe('the typing line', () => {
  it('the typing line names one person by the first name and counts several (CHAT-34)', () => {
    expect(typingText(['Aiko'])).toBe('Aiko is typing...');
    expect(typingText(['Mary Ann'])).toBe('Mary Ann is typing...');
    expect(typingText([''])).toBe('Someone is typing...');
    expect(typingText(['Aiko', 'Tom'])).toBe('2 people are typing...');
  });
});
