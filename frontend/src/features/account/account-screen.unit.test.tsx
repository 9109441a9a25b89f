// @vitest-environment happy-dom
import type { UserView } from '@quorum/contracts/account/wire.ts';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import * as uploading from '../../data/api/upload.ts';
import { storageKeys } from '../../data/services/storage-keys.ts';
import { ada } from '../../testing/fakes.ts';
import { alertText, button, fact, fails, field, openAccount, press, saves, typeInto } from './testing/account.tsx';

// It loads data of its own, and has its own test.
vi.mock('./sessions-section.tsx', () => ({ SessionsSection: () => null }));
vi.mock('./calendar-feeds.tsx', () => ({ CalendarFeeds: () => null }));

describe('the frame of the account screen', () => {
  it('the account screen has the way back, three tabs and Logout (ACCT-01, ACCT-02, NOTE-24)', () => {
    openAccount();
    expect(screen.getByRole('link', { name: 'Back to dashboard' }).getAttribute('href')).toBe('/dashboard');
    const names = screen.getAllByRole('tab').map((tab) => tab.textContent);
    expect(names).toEqual(['Profile', 'Notifications', 'Help & Support']);
    expect(screen.getByRole('button', { name: 'Logout' })).toBeTruthy();
    fireEvent.keyDown(screen.getByRole('tab', { name: 'Profile' }), { key: 'ArrowUp' });
    expect(screen.getByRole('heading', { name: 'Help & Support' })).toBeTruthy();
  });

  it('the account screen keeps what is being typed while the other tab is open', () => {
    openAccount();
    press('Edit Email');
    typeInto('Email', 'other@example.com');
    fireEvent.click(screen.getByRole('tab', { name: 'Help & Support' }));
    fireEvent.click(screen.getByRole('tab', { name: 'Profile' }));
    expect(field('Email').value).toBe('other@example.com');
  });

  it('the way back from the account asks before it discards what was typed, and only then (ACCT-02)', () => {
    const { router } = openAccount();
    const at = () => router.state.location.pathname;
    press('Edit Email');
    typeInto('Email', 'other@example.com');
    const back = () => fireEvent.click(screen.getByRole('link', { name: 'Back to dashboard' }));
    back();
    press('Keep Editing');
    expect([at(), field('Email').value]).toEqual(['/account', 'other@example.com']);
    back();
    press('Discard');
    expect(at()).toBe('/dashboard');
    cleanup();
    const other = openAccount();
    press('Edit Email');
    typeInto('Email', 'other@example.com');
    press('Cancel');
    back();
    expect(other.router.state.location.pathname).toBe('/dashboard');
  });

  it('Logout asks first, then ends the session and clears the storage (ACCT-03, AUTH-32)', () => {
    const { storage, store, sent } = openAccount();
    storage.set(storageKeys.pendingInvite, 'abc');
    storage.set(storageKeys.inviteFlow, 'true');
    storage.set(storageKeys.phoneStep, '{}');
    press('Logout');
    const dialog = screen.getByRole('alertdialog', { name: 'Sign Out' });
    expect(dialog.textContent).toContain('Are you sure you want to sign out of your account?');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(store.getState().session.user).toEqual(ada);
    press('Logout');
    press('Sign Out');
    expect(store.getState().session.status).toBe('signedOut');
    expect(sent[0]?.url).toBe('/api/auth/logout');
    const { token, user, pendingInvite, inviteFlow, phoneStep } = storageKeys;
    const kept = [token, user, pendingInvite, inviteFlow, phoneStep].filter((key) => storage.get(key) !== null);
    expect(kept).toEqual([]);
  });
});

describe('the facts of an account', () => {
  it('the facts of an account are shown, each with Edit but the last (ACCT-04, ACCT-07)', () => {
    openAccount(saves, { ...ada, createdAt: '2026-01-08T12:00:00.000Z' });
    expect(fact('Full Name')).toBe('Ada Park');
    expect(fact('Email')).toBe('ada@example.com');
    expect(fact('Phone Number')).toBe('(202) 555-0101');
    expect(fact('Member Since')).toBe('January 8, 2026');
    expect(screen.getAllByRole('button', { name: /^Edit / })).toHaveLength(3);
  });

  it('the facts of an account read Not set and Unknown without a value (ACCT-05, ACCT-07)', () => {
    openAccount(saves, { ...ada, firstName: '', lastName: '', email: '', phoneNumber: '', createdAt: '' });
    expect(['Full Name', 'Email', 'Phone Number', 'Member Since'].map(fact)).toEqual([
      'Not set',
      'Not set',
      'Not set',
      'Unknown',
    ]);
  });

  it('Cancel restores the facts of an account (ACCT-15)', () => {
    openAccount();
    press('Edit Email');
    typeInto('Email', 'other@example.com');
    press('Cancel');
    expect(fact('Email')).toBe('ada@example.com');
    press('Edit Email');
    expect(field('Email').value).toBe('ada@example.com');
  });

  it.each([
    ['Edit Full Name', 'Last name', 'Lovelace'],
    ['Edit Email', 'Email', 'other@example.com'],
    ['Edit Phone Number', 'Phone Number', '2025550188'],
  ])('Escape asks before it discards a typed fact of the account: %s', (edit, label, text) => {
    openAccount();
    press(edit);
    fireEvent.keyDown(field(label), { key: 'Escape' });
    expect(screen.queryByRole('textbox')).toBeNull();
    press(edit);
    typeInto(label, text);
    fireEvent.keyDown(field(label), { key: 'Escape' });
    fireEvent.keyDown(screen.getByRole('alertdialog', { name: 'Discard changes?' }), { key: 'Escape' });
    expect(screen.queryByRole('alertdialog')).toBeNull();
    fireEvent.keyDown(field(label), { key: 'Escape' });
    press('Discard');
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('the facts of an account are saved (ACCT-16, ERR-42)', async () => {
    const { storage, sent } = openAccount();
    press('Edit Full Name');
    typeInto('First name', ' Eve ');
    press('Save');
    expect(await screen.findByText('Name updated successfully')).toBeTruthy();
    expect(sent[0]).toMatchObject({ url: '/api/auth/update-name', body: { firstName: 'Eve', lastName: 'Park' } });
    expect(fact('Full Name')).toBe('Eve Park');
    expect(JSON.parse(storage.get(storageKeys.user) ?? '')).toMatchObject({ firstName: 'Eve' });
    press('Edit Email');
    typeInto('Email', 'eve@example.com');
    press('Save');
    expect(await screen.findByText('Email updated successfully')).toBeTruthy();
  });

  it('an account requires both parts of a name (ACCT-08)', async () => {
    const { sent } = openAccount();
    press('Edit Full Name');
    typeInto('Last name', '   ');
    press('Save');
    expect(await alertText()).toBe('First name and last name are required');
    expect(field('First name').value).toBe('Ada');
    expect(sent).toEqual([]);
  });

  it.each(['', 'ada'])('an account requires an @ in its email: "%s" (ACCT-09)', async (email) => {
    const { sent } = openAccount();
    press('Edit Email');
    typeInto('Email', email);
    press('Save');
    expect(await alertText()).toBe('Please enter a valid email address');
    expect(field('Email').value).toBe(email);
    expect(sent).toEqual([]);
  });

  it.each([
    ['ERR-27', 'Edit Full Name', 'Failed to update name'],
    ['ERR-28', 'Edit Email', 'Failed to update email'],
    ['ERR-29', 'Edit Phone Number', 'Failed to update phone number'],
  ])('a failed change of the account shows the server’s message, or a fallback (%s)', async (_, edit, fallback) => {
    openAccount(fails());
    press(edit);
    press('Save');
    expect(await alertText()).toBe(fallback);
    cleanup();
    openAccount(fails('Not this one'));
    press(edit);
    press('Save');
    expect(await alertText()).toBe('Not this one');
  });
});

describe('the picture of an account', () => {
  const picture = (mime: string, size = 1000) => {
    const file = new File(['x'], 'me.png', { type: mime });
    Object.defineProperty(file, 'size', { value: size });
    return file;
  };
  const choose = (file: File) => fireEvent.change(field('Profile picture'), { target: { files: [file] } });
  const uploadEnds = (end: () => Promise<UserView>) =>
    vi.spyOn(uploading, 'upload').mockImplementation(() => () => ({
      promise: end().then((user) => ({ user }) as never),
      cancel: () => {},
    }));

  it('the picture of an account has Change Photo, then Save Photo and Cancel (ACCT-06, ACCT-14)', async () => {
    openAccount();
    expect(screen.queryByRole('button', { name: 'Save Photo' })).toBeNull();
    press('Change Photo');
    press('Save Photo');
    expect(await alertText()).toBe('Please select a profile picture');
    press('Cancel');
    expect(screen.queryByRole('button', { name: 'Save Photo' })).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    await expect.poll(() => document.activeElement).toBe(button('Change Photo'));
  });

  it('the picture of an account must be an image of at most 5MB (ACCT-13)', async () => {
    openAccount();
    choose(picture('text/plain'));
    expect(await alertText()).toBe('Please select an image file');
    choose(picture('image/png', 5_242_881));
    expect(await alertText()).toBe('File size must be less than 5MB');
  });

  it('the picture of an account is saved (ERR-42)', async () => {
    const upload = uploadEnds(() => Promise.resolve(ada));
    openAccount();
    const file = picture('image/png');
    choose(file);
    expect(screen.getByText('me.png, 1000 Bytes')).toBeTruthy();
    press('Save Photo');
    expect(await screen.findByText('Profile picture updated successfully')).toBeTruthy();
    expect(upload).toHaveBeenCalledWith('uploadProfilePicture', { file });
  });

  it.each([
    ['Too odd', 'Too odd'],
    ['', 'Failed to update profile picture'],
  ])('an account picture that could not be saved is reported: "%s" (ERR-30)', async (error, text) => {
    uploadEnds(() => Promise.reject(Object.assign(new Error(), { status: 500, error })));
    openAccount();
    choose(picture('image/png'));
    press('Save Photo');
    expect(await alertText()).toBe(text);
    expect(screen.getByText(/^me\.png/)).toBeTruthy();
  });
});

describe('the appearance', () => {
  it('the appearance is System, Light or Dark (UX-01)', () => {
    openAccount();
    const group = screen.getByRole('radiogroup', { name: 'Appearance' });
    expect(
      within(group)
        .getAllByRole('radio')
        .map(({ textContent }) => textContent),
    ).toEqual(['System', 'Light', 'Dark']);
    fireEvent.click(within(group).getByRole('radio', { name: 'Dark' }));
    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(localStorage.getItem(storageKeys.theme)).toBe('dark');
  });
});
