// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { storageKeys } from '../../data/services/storage-keys.ts';
import { ada, json, type Reply, type Sent } from '../../testing/fakes.ts';
import { alertText, button, fails, field, openAccount, press, wait } from './testing/account.tsx';

// It loads data of its own, and has its own test.
vi.mock('./sessions-section.tsx', () => ({ SessionsSection: () => null }));
vi.mock('./calendar-feeds.tsx', () => ({ CalendarFeeds: () => null }));

describe('help and support', () => {
  const openHelp = (answer?: (sent: Sent) => Reply) => openAccount(answer, ada, '/account?tab=help');
  const confirmText = () => field('Type delete my account to confirm');

  it('help and support leads to the support page and offers to delete the account (ACCT-17)', () => {
    openHelp();
    const link = screen.getByRole('link', { name: 'Open' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/support', '_blank']);
    expect(button('Delete Account')).toBeTruthy();
  });

  it('an account is deleted in two steps, the second typed (ACCT-18, ACCT-19, ACCT-20)', () => {
    const { sent } = openHelp(() => json({ success: true }));
    press('Delete Account');
    expect(screen.getByRole('alertdialog').textContent).toContain('This action cannot be undone.');
    expect(document.activeElement?.textContent).toBe('Cancel');
    press('Continue');
    const last = () => button('Delete Account');
    expect(last().disabled).toBe(true);
    fireEvent.change(confirmText(), { target: { value: 'delete my accoun' } });
    expect(last().disabled).toBe(true);
    fireEvent.keyDown(confirmText(), { key: 'Enter' });
    expect(sent).toEqual([]);
    fireEvent.change(confirmText(), { target: { value: ' Delete MY account ' } });
    expect(last().disabled).toBe(false);
  });

  it('the typed confirmation of deleting the account keeps the focus on a press beside the buttons', () => {
    openHelp();
    press('Delete Account');
    press('Continue');
    const dialog = screen.getByRole('alertdialog');
    // As a browser does for a press on a disabled button.
    act(() => dialog.focus());
    fireEvent.focusOut(confirmText(), { relatedTarget: dialog });
    expect(document.activeElement).toBe(confirmText());
    act(() => button('Back').focus());
    expect(document.activeElement).toBe(button('Back'));
  });

  const deleteAccount = () => {
    press('Delete Account');
    press('Continue');
    fireEvent.change(confirmText(), { target: { value: 'delete my account' } });
    press('Delete Account');
  };

  it('a farewell shows for two seconds after deleting the account, and the session is cleared (ACCT-21, ACCT-22, LIMIT-19, ERR-43)', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { sent, storage, store } = openHelp(() => json({ success: true }));
    storage.set(storageKeys.pendingInvite, 'abc');
    deleteAccount();
    await wait(0);
    const notice = () => screen.queryByText('Account deleted successfully. You will be redirected to the login page.');
    expect(notice()?.parentElement?.className).toBe('toast');
    expect(sent[0]).toMatchObject({ method: 'DELETE', url: '/api/auth/delete-account' });
    await wait(1900);
    expect(store.getState().session.user).not.toBeNull();
    expect(notice()).not.toBeNull();
    await wait(200);
    expect(store.getState().session.status).toBe('signedOut');
    expect(notice()).toBeNull();
    expect([storageKeys.token, storageKeys.user, storageKeys.pendingInvite].map(storage.get)).toEqual([
      null,
      null,
      null,
    ]);
  });

  it.each(['before', 'after'])(
    'deleting the account ends the session also when the screen is left %s the answer',
    async (when) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      let answer: (reply: Response) => void = () => undefined;
      const { store, unmount } = openHelp(() => new Promise<Response>((resolve) => (answer = resolve)));
      deleteAccount();
      await wait(0);
      if (when === 'before') unmount();
      answer(json({ success: true }));
      await wait(0);
      if (when === 'after') unmount();
      await wait(2100);
      expect(store.getState().session.status).toBe('signedOut');
    },
  );

  it.each([
    [undefined, 'Failed to delete account. Please try again.'],
    ['Not today', 'Not today'],
  ])('a failed deletion of the account is reported: %s (ERR-31)', async (error, text) => {
    const { storage } = openHelp(fails(error));
    deleteAccount();
    expect(await alertText()).toBe(text);
    expect(confirmText().value).toBe('delete my account');
    expect(storage.get(storageKeys.token)).toBe('token-1');
  });

  it('all data of the account is downloaded as one ZIP, with the session (OPEN-093)', async () => {
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    let answer: (zip: Response) => void = () => {};
    const { sent } = openHelp(() => new Promise<Response>((resolve) => (answer = resolve)));
    press('Download my data');
    expect(await screen.findByRole('progressbar', { name: 'Download my data' })).toBeTruthy();
    expect(screen.getByText(/^quorum-data-\d{4}-\d\d-\d\d\.zip, .* so far$/)).toBeTruthy();
    answer(new Response(new Blob(['PK']), { headers: { 'content-type': 'application/zip' } }));
    await waitFor(() => expect(click).toHaveBeenCalledTimes(1));
    expect(sent[0]?.url).toBe('/api/auth/my-data');
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer token-1');
    expect(button('Download my data')).toBeTruthy();
  });

  it('the download of all data continues while the other tab is open (OPEN-093)', async () => {
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    let answer: (zip: Response) => void = () => {};
    openHelp(() => new Promise<Response>((resolve) => (answer = resolve)));
    press('Download my data');
    fireEvent.click(screen.getByRole('tab', { name: 'Profile' }));
    fireEvent.click(screen.getByRole('tab', { name: 'Help & Support' }));
    expect(screen.getByRole('progressbar', { name: 'Download my data' })).toBeTruthy();
    fireEvent.click(screen.getByRole('tab', { name: 'Profile' }));
    answer(new Response(new Blob(['PK']), { headers: { 'content-type': 'application/zip' } }));
    await waitFor(() => expect(click).toHaveBeenCalledTimes(1));
  });

  it('the download of all data can be cancelled, and reports its failure (OPEN-093)', async () => {
    openHelp(() => new Promise<Response>(() => {}));
    press('Download my data');
    press('Cancel');
    expect(button('Download my data')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    cleanup();
    openHelp(fails());
    press('Download my data');
    expect(await alertText()).toBe('Failed to download your data. Please try again.');
  });
});
