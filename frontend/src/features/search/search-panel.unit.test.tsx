import type { SearchView } from '@quorum/contracts/search/wire.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { changed } from '../../data/store/changes.ts';
import { TimeZoneContext } from '../../shared/hooks/time-zone.ts';
import {
  group,
  heldReply,
  json,
  message,
  person,
  type Reply,
  type Sent,
  signedInServices,
} from '../../testing/fakes.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import SearchPanel from './search-panel.tsx';

const found = (...messages: readonly ReturnType<typeof message>[]): SearchView => ({
  results: messages.map((each) => ({ kind: 'message', message: each })),
});

const samples = message('m1', '1', { content: 'Samples land Friday', senderId: person('user-g', 'Grace') });

const open = (answer: (sent: Sent) => Reply = () => json(found(samples))) => {
  const members = [{ userId: person('user-g', 'Grace'), role: 'member', joinedAt: '' }] as const;
  const fake = signedInServices((sent) => {
    if (sent.url.includes('my-groups')) return json({ groups: [group('group-1', { name: 'Film Club', members })] });
    return sent.url === '/api/search' ? answer(sent) : json({ preferences: {} });
  });
  const onClose = vi.fn();
  const rendered = renderScreen(
    <TimeZoneContext value="America/New_York">
      <SearchPanel opened={{}} onClose={onClose} />
    </TimeZoneContext>,
    fake.services,
  );
  const asked = () => fake.sent.filter(({ url }) => url === '/api/search').map(({ body }) => body);
  return { ...fake, ...rendered, onClose, asked };
};

const panel = () => within(screen.getByRole('complementary', { name: 'Search' }));
const field = () => screen.getByRole('combobox', { name: 'Search' });
const type = (value: string) => fireEvent.change(field(), { target: { value } });

describe('the search panel', () => {
  beforeEach(() => window.history.replaceState(null, ''));

  it('the search panel asks once typing has paused, and marks what it found (SEARCH-05, SEARCH-07, SEARCH-12)', async () => {
    const { asked } = open();
    expect(document.activeElement).toBe(field());
    type('sam');
    type('samples fri');
    const result = await screen.findByRole('link');
    expect(asked()).toEqual([{ words: 'samples fri', kind: 'messages', timeZone: 'America/New_York' }]);
    expect([...result.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['Samples', 'Fri']);
    expect(result.getAttribute('href')).toBe('/dashboard/group/group-1/message/m1');
    expect(within(result).getByText('Film Club')).toBeTruthy();
    expect(panel().getByRole('status').textContent).toBe('1 message, newest first');
  });

  it('the search panel never shows the answer to an earlier question after a newer one (SEARCH-05)', async () => {
    let release: (reply: Response) => void = () => {};
    const { asked } = open(({ body }) =>
      (body as { words: string }).words === 'first'
        ? new Promise<Response>((resolve) => {
            release = resolve;
          })
        : json(found(message('m2', '2', { content: 'The second' }))),
    );
    type('first');
    await waitFor(() => expect(asked()).toHaveLength(1));
    type('second');
    await screen.findByText('second');
    await act(async () => release(json(found(message('m1', '1', { content: 'The first' })))));
    expect(screen.getAllByRole('link').map((link) => link.querySelector('mark')?.textContent)).toEqual(['second']);
  });

  it('the search panel says how to ask, and asks nothing under two letters (SEARCH-04)', async () => {
    const { asked } = open();
    expect(screen.getByText('who wrote it')).toBeTruthy();
    type('d');
    expect(panel().getByRole('status').textContent).toBe('Type at least 2 letters.');
    type('from:zoe');
    expect(panel().getByRole('status').textContent).toBe('Nobody here is called that');
    type('in:nowhere');
    expect(panel().getByRole('status').textContent).toBe('You have no group called that');
    expect(asked().filter((body) => (body as { kind: string }).kind === 'messages')).toEqual([]);
  });

  it('the search panel offers names after from: and in:, and makes chips of them (SEARCH-02, SEARCH-12)', async () => {
    const { asked } = open();
    await waitFor(() => {
      type('in:fi');
      expect(screen.getByRole('option', { name: 'Film Club' })).toBeTruthy();
    });
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(screen.getByRole('button', { name: 'Remove in Film Club' })).toBeTruthy();
    type('from:gra');
    fireEvent.click(screen.getByRole('option', { name: 'Grace Cole' }));
    await screen.findByRole('link');
    expect(asked()).toContainEqual({
      words: '',
      kind: 'messages',
      timeZone: 'America/New_York',
      in: 'group-1',
      from: 'user-g',
    });
    fireEvent.keyDown(field(), { key: 'Backspace' });
    expect(screen.queryByRole('button', { name: 'Remove from Grace Cole' })).toBeNull();
  });

  it('the search panel names the filters that could go when nothing is found (SEARCH-11)', async () => {
    open(() => json(found()));
    type('mentions:me dieline proof');
    expect(await screen.findByRole('heading', { name: 'No results for “mentions:me dieline proof”' })).toBeTruthy();
    expect(screen.getByText('Search without a filter, or try fewer words.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Only “proof”' }));
    expect(await screen.findByRole('heading', { name: 'No results for “proof”' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Only/ })).toBeNull();
    expect(screen.getByText('Search without a filter, or try another word.')).toBeTruthy();
    fireEvent.click(screen.getAllByRole('button', { name: 'Remove mentions me' }).at(-1) as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove mentions me' })).toBeNull());
    expect(await screen.findByText('Try another word.')).toBeTruthy();
  });

  it('the field of the search panel gets the focus of a button that goes when it is pressed (KEYS-06, SEARCH-12)', async () => {
    open(() => json(found()));
    type('dieline proof');
    const press = async (name: string | RegExp) => {
      const button = await screen.findByRole('button', { name });
      button.focus();
      fireEvent.click(button);
      await waitFor(() => expect(document.activeElement).toBe(field()));
    };
    await press('Mentions me');
    await press(/^Only “proof”/);
    await press('Remove mentions me');
  });

  it('the search panel tries a failed search again (SEARCH-11)', async () => {
    let isBroken = true;
    open(() => (isBroken ? json({ error: 'No' }, 400) : json(found(samples))));
    type('samples');
    expect(await screen.findByText('Search didn’t work')).toBeTruthy();
    isBroken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('link')).toBeTruthy();
  });

  it('the search panel drops a result with the frame that deletes it or ends a membership (SEARCH-10)', async () => {
    const others = [
      message('m2', '2', { content: 'Samples two' }),
      message('m3', '3', { content: 'Samples three', groupId: 'g2' }),
    ];
    const { store } = open(() => json(found(samples, ...others)));
    type('samples');
    await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(3));
    const deleted = { groupId: 'group-1', messageId: 'm1', isEvent: false, revision: '9' };
    act(() => void store.dispatch(changed({ name: 'messageDeleted', payload: deleted, at: undefined })));
    expect(screen.getAllByRole('link')).toHaveLength(2);
    act(
      () =>
        void store.dispatch(
          changed({ name: 'groupLeft', payload: { groupId: 'g2', reason: 'removed' }, at: undefined }),
        ),
    );
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/dashboard/group/group-1/message/m2',
    ]);
  });

  it('the search panel does not show what it found in a group that was left since, not even until the next answer (SEARCH-10)', async () => {
    const { store } = open(({ body }) =>
      (body as { words: string }).words === 'samples' ? json(found(samples)) : heldReply().reply(),
    );
    type('samples');
    await screen.findByRole('link');
    type('samples f');
    expect(screen.getAllByRole('link')).toHaveLength(1);
    const payload = { groupId: 'group-1', reason: 'removed' } as const;
    act(() => void store.dispatch(changed({ name: 'groupLeft', payload, at: undefined })));
    expect(screen.queryByRole('link')).toBeNull();
    type('');
    type('samples fr');
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('the search panel says of a chosen group that was left since that there is none, and asks nothing (SEARCH-02)', async () => {
    const { store, asked } = open();
    await waitFor(() => {
      type('in:fi');
      expect(screen.getByRole('option', { name: 'Film Club' })).toBeTruthy();
    });
    fireEvent.keyDown(field(), { key: 'Enter' });
    type('samples');
    await screen.findByRole('link');
    const payload = { groupId: 'group-1', reason: 'removed' } as const;
    act(() => void store.dispatch(changed({ name: 'groupLeft', payload, at: undefined })));
    expect(panel().getByRole('status').textContent).toBe('You have no group called that');
    const before = asked().length;
    type('samples fri');
    fireEvent.click(screen.getByRole('button', { name: 'Remove in Film Club' }));
    await waitFor(() => expect(asked().length).toBeGreaterThan(before));
    expect(asked().slice(before)).toEqual([expect.not.objectContaining({ in: 'group-1' })]);
  });

  it('Enter in the search panel makes a chip of a filter, and leaves the last word the beginning of others (SEARCH-02)', async () => {
    const { asked } = open();
    type('has:link sam');
    await screen.findByRole('link');
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(screen.getByRole('button', { name: 'Remove has link' })).toBeTruthy();
    await waitFor(() => expect(asked()).toHaveLength(1));
    expect((field() as HTMLInputElement).value).toBe('sam');
    expect(screen.getByRole('link').querySelector('mark')?.textContent).toBe('Sam');
  });

  it('the search panel is one list with one tab stop, whose results the arrows visit (SEARCH-07, SEARCH-12)', async () => {
    const { router } = open(() => json(found(samples, message('m2', '2', { content: 'Samples two' }))));
    type('samples');
    const links = await screen.findAllByRole('link');
    expect(links.map(({ tabIndex }) => tabIndex)).toEqual([0, -1]);
    fireEvent.keyDown(field(), { key: 'ArrowDown' });
    expect(document.activeElement).toBe(links[0]);
    fireEvent.keyDown(links[0] as Element, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(links[1]);
    expect(router.state.location.pathname).toBe('/dashboard/group/group-1/message/m2');
    fireEvent.keyDown(links[1] as Element, { key: 'ArrowUp' });
    fireEvent.keyDown(links[0] as Element, { key: 'ArrowUp' });
    expect(document.activeElement).toBe(field());
  });

  it('the search panel closes by Escape, and what was searched stands in the history entry alone (SEARCH-01)', async () => {
    const { onClose, unmount } = open();
    type('samples');
    await screen.findByRole('link');
    await waitFor(() =>
      expect(window.history.state).toMatchObject({ usr: { searched: { typed: 'samples', tab: 'messages' } } }),
    );
    expect(window.location.href).not.toContain('samples');
    fireEvent.keyDown(field(), { key: 'Escape' });
    expect(onClose).toHaveBeenCalledOnce();
    unmount();
    expect(window.history.state).toMatchObject({ usr: {} });
  });
});
