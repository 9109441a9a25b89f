// @vitest-environment happy-dom
import { refuse, textOf } from '@quorum/contracts/wire/refusals.ts';
import type { UserView } from '@quorum/contracts/wire/views.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storageKeys } from '../../data/services/storage-keys.ts';
import * as uploads from '../../data/user/uploads.ts';
import { ada, fakeServices, json, type Reply, type Sent, signInAs } from '../../testing/fakes.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import AccountScreen from './account-screen.tsx';

// It loads by itself, and has a test of its own.
vi.mock('./sessions-section.tsx', () => ({ SessionsSection: () => null }));

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const saves = (sent: Sent): Reply => json({ user: { ...ada, ...(sent.body as object) } });
const fails = (error?: string) => () =>
  error === undefined ? new Response('', { status: 500 }) : json({ error }, 400);

const open = (answer: (sent: Sent) => Reply = saves, user: UserView = ada, at = '/account') => {
  const fake = fakeServices(answer);
  signInAs(fake.services, user);
  return { ...fake, storage: fake.services.storage, ...renderScreen(<AccountScreen />, fake.services, at) };
};

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const press = (name: string) => fireEvent.click(button(name));
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, text: string) => fireEvent.change(field(label), { target: { value: text } });
const alert = async () => (await screen.findByRole('alert')).textContent;
const fact = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const paste = (text: string) => fireEvent.paste(field('Digit 1 of 6'), { clipboardData: { getData: () => text } });

describe('the frame', () => {
  it('has the way back, two tabs and Logout (ACCT-01, ACCT-02)', () => {
    open();
    expect(screen.getByRole('link', { name: 'Back to dashboard' }).getAttribute('href')).toBe('/dashboard');
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Profile', 'Help & Support']);
    fireEvent.keyDown(screen.getByRole('tab', { name: 'Profile' }), { key: 'ArrowDown' });
    expect(screen.getByRole('heading', { name: 'Help & Support' })).toBeTruthy();
  });

  it('Logout asks first, then ends the session and takes everything stored along (ACCT-03, AUTH-32)', () => {
    const { storage, store, sent } = open();
    storage.set(storageKeys.pendingInvite, 'abc');
    storage.set(storageKeys.inviteFlow, 'true');
    press('Logout');
    const dialog = screen.getByRole('alertdialog', { name: 'Sign Out' });
    expect(dialog.textContent).toContain('Are you sure you want to sign out of your account?');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(store.getState().session.user).toEqual(ada);
    press('Logout');
    press('Sign Out');
    expect(store.getState().session.status).toBe('signedOut');
    expect(sent[0]?.url).toBe('/api/auth/logout');
    const { token, user, pendingInvite, inviteFlow } = storageKeys;
    expect([token, user, pendingInvite, inviteFlow].map(storage.get)).toEqual([null, null, null, null]);
  });
});

describe('the facts', () => {
  it('are shown, each with Edit but the last (ACCT-04, ACCT-07)', () => {
    open(saves, { ...ada, createdAt: '2026-01-08T12:00:00.000Z' });
    expect(fact('Full Name')).toBe('Ada Park');
    expect(fact('Email')).toBe('ada@example.com');
    expect(fact('Phone Number')).toBe('(202) 555-0101');
    expect(fact('Member Since')).toBe('January 8, 2026');
    expect(screen.getAllByRole('button', { name: /^Edit / })).toHaveLength(3);
  });

  it('read Not set and Unknown without a value (ACCT-05, ACCT-07)', () => {
    open(saves, { ...ada, firstName: '', lastName: '', email: '', phoneNumber: '', createdAt: '' });
    expect(['Full Name', 'Email', 'Phone Number', 'Member Since'].map(fact)).toEqual([
      'Not set',
      'Not set',
      'Not set',
      'Unknown',
    ]);
  });

  it('are restored by Cancel (ACCT-15)', () => {
    open();
    press('Edit Email');
    type('Email', 'other@example.com');
    press('Cancel');
    expect(fact('Email')).toBe('ada@example.com');
    press('Edit Email');
    expect(field('Email').value).toBe('ada@example.com');
  });

  it('are stored when they are saved (ACCT-16, ERR-42)', async () => {
    const { storage, sent } = open();
    press('Edit Full Name');
    type('First name', ' Eve ');
    press('Save');
    expect(await screen.findByText('Name updated successfully')).toBeTruthy();
    expect(sent[0]).toMatchObject({ url: '/api/auth/update-name', body: { firstName: 'Eve', lastName: 'Park' } });
    expect(fact('Full Name')).toBe('Eve Park');
    expect(JSON.parse(storage.get(storageKeys.user) ?? '')).toMatchObject({ firstName: 'Eve' });
    press('Edit Email');
    type('Email', 'eve@example.com');
    press('Save');
    expect(await screen.findByText('Email updated successfully')).toBeTruthy();
  });

  it('a name needs both parts (ACCT-08)', async () => {
    const { sent } = open();
    press('Edit Full Name');
    type('Last name', '   ');
    press('Save');
    expect(await alert()).toBe('First name and last name are required');
    expect(field('First name').value).toBe('Ada');
    expect(sent).toEqual([]);
  });

  it.each(['', 'ada'])('an email needs an @: "%s" (ACCT-09)', async (email) => {
    const { sent } = open();
    press('Edit Email');
    type('Email', email);
    press('Save');
    expect(await alert()).toBe('Please enter a valid email address');
    expect(field('Email').value).toBe(email);
    expect(sent).toEqual([]);
  });

  it.each([
    ['ERR-27', 'Edit Full Name', 'Failed to update name'],
    ['ERR-28', 'Edit Email', 'Failed to update email'],
    ['ERR-29', 'Edit Phone Number', 'Failed to update phone number'],
  ])('%s a failed change gives the words of the server, else its own', async (_, edit, fallback) => {
    open(fails());
    press(edit);
    press('Save');
    expect(await alert()).toBe(fallback);
    cleanup();
    open(fails('Not this one'));
    press(edit);
    press('Save');
    expect(await alert()).toBe('Not this one');
  });
});

describe('the phone number', () => {
  const server = (sent: Sent): Reply => {
    const body = sent.body as { phoneNumber: string; verificationCode?: string; currentCode?: string };
    if (body.verificationCode === undefined) return json({ verificationRequired: true }, 202);
    if (body.currentCode === undefined) return json({ effectiveAt: '2026-05-17T12:00:00.000Z' }, 202);
    if (body.currentCode !== '654321') return json({ error: textOf(refuse('phone/current-code-wrong')) }, 400);
    if (body.verificationCode !== '123456')
      return json({ error: "That code isn't right. Check it and try again." }, 400);
    return json({ user: { ...ada, phoneNumber: body.phoneNumber } });
  };
  const toCode = async () => {
    press('Edit Phone Number');
    type('Phone Number', '2025550199');
    press('Save');
    await screen.findByText(/Enter the code sent to your current number\./);
  };

  it('is refused when it is missing or not ten digits (ACCT-10, ACCT-11)', async () => {
    const { sent } = open();
    press('Edit Phone Number');
    type('Phone Number', '');
    press('Save');
    expect(await alert()).toBe('Phone number is required');
    type('Phone Number', '20255');
    press('Save');
    expect(await alert()).toBe('Please enter a valid 10-digit phone number');
    expect(field('Phone Number').value).toBe('(202) 55');
    expect(sent).toEqual([]);
  });

  it('changes when the codes sent to both numbers are proved (OPEN-028)', async () => {
    const { sent, store } = open(server);
    await toCode();
    expect(sent[0]).toMatchObject({ url: '/api/auth/update-phone', body: { phoneNumber: '+12025550199' } });
    expect(screen.getByText('(202) 555-0101')).toBeTruthy();
    expect(screen.getByText('Verification code sent to your phone!')).toBeTruthy();
    paste('654321');
    expect(screen.getByText('(202) 555-0199')).toBeTruthy();
    expect(store.getState().session.user?.phoneNumber).toBe('+12025550101');
    paste('000000');
    expect(await alert()).toBe("That code isn't right. Check it and try again.");
    paste('123456');
    expect(await screen.findByText('Phone number updated successfully')).toBeTruthy();
    expect(fact('Phone Number')).toBe('(202) 555-0199');
    expect(sent.at(-1)?.body).toMatchObject({ verificationCode: '123456', currentCode: '654321' });
  });

  it('keeps the code of the new number when that of the current one has to be corrected (OPEN-028)', async () => {
    open(server);
    await toCode();
    paste('111111');
    paste('123456');
    expect(await alert()).toContain('The code for your current number');
    expect(field('Digit 1 of 6').value).toBe('');
    paste('654321');
    expect(field('Digit 1 of 6').value).toBe('1');
    press('Confirm');
    expect(await screen.findByText('Phone number updated successfully')).toBeTruthy();
  });

  it('changes later for somebody who no longer has the current number, and says until when (OPEN-028)', async () => {
    const { sent, store } = open(server);
    await toCode();
    press('I no longer have this number');
    paste('123456');
    expect(await screen.findByText(/Your number changes on Sunday, May 17/)).toBeTruthy();
    expect(sent.at(-1)?.body).toEqual({ phoneNumber: '+12025550199', verificationCode: '123456' });
    expect(store.getState().session.user?.phoneNumber).toBe('+12025550101');
  });

  it('stays when the proof is cancelled (OPEN-028)', async () => {
    const { store } = open(server);
    await toCode();
    expect(button('Resend').disabled).toBe(true);
    press('Cancel');
    expect(fact('Phone Number')).toBe('(202) 555-0101');
    expect(store.getState().session.user?.phoneNumber).toBe('+12025550101');
  });
});

describe('the picture', () => {
  const picture = (mime: string, size = 1000) => {
    const file = new File(['x'], 'me.png', { type: mime });
    Object.defineProperty(file, 'size', { value: size });
    return file;
  };
  const choose = (file: File) => fireEvent.change(field('Profile picture'), { target: { files: [file] } });
  const uploadEnds = (end: () => Promise<UserView>) =>
    vi.spyOn(uploads, 'uploadProfilePicture').mockImplementation(() => () => ({ promise: end(), cancel: () => {} }));

  it('has Change Photo, then Save Photo and Cancel (ACCT-06, ACCT-14)', async () => {
    open();
    expect(screen.queryByRole('button', { name: 'Save Photo' })).toBeNull();
    press('Change Photo');
    press('Save Photo');
    expect(await alert()).toBe('Please select a profile picture');
    press('Cancel');
    expect(screen.queryByRole('button', { name: 'Save Photo' })).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('has to be an image of at most 5MB (ACCT-13)', async () => {
    open();
    choose(picture('text/plain'));
    expect(await alert()).toBe('Please select an image file');
    choose(picture('image/png', 5_242_881));
    expect(await alert()).toBe('File size must be less than 5MB');
  });

  it('is saved (ERR-42)', async () => {
    const upload = uploadEnds(() => Promise.resolve(ada));
    open();
    const file = picture('image/png');
    choose(file);
    expect(screen.getByText('me.png, 1000 Bytes')).toBeTruthy();
    press('Save Photo');
    expect(await screen.findByText('Profile picture updated successfully')).toBeTruthy();
    expect(upload).toHaveBeenCalledWith(file);
  });

  it.each([
    ['Too odd', 'Too odd'],
    ['', 'Failed to update profile picture'],
  ])('tells when it could not be saved: "%s" (ERR-30)', async (error, text) => {
    uploadEnds(() => Promise.reject(Object.assign(new Error(), { status: 500, error })));
    open();
    choose(picture('image/png'));
    press('Save Photo');
    expect(await alert()).toBe(text);
    expect(screen.getByText(/^me\.png/)).toBeTruthy();
  });
});

describe('the appearance', () => {
  it('is System, Light or Dark (UX-01)', () => {
    open();
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

describe('help and support', () => {
  const openHelp = (answer?: (sent: Sent) => Reply) => open(answer, ada, '/account?tab=help');
  const confirmText = () => field('Type delete my account to confirm');

  it('leads to the support page and offers to delete the account (ACCT-17)', () => {
    openHelp();
    const link = screen.getByRole('link', { name: 'Open' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/support', '_blank']);
    expect(button('Delete Account')).toBeTruthy();
  });

  it('deleting the account takes two steps, the second typed (ACCT-18, ACCT-19, ACCT-20)', () => {
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

  const deleteAccount = () => {
    press('Delete Account');
    press('Continue');
    fireEvent.change(confirmText(), { target: { value: 'delete my account' } });
    press('Delete Account');
  };

  it('deleting the account says farewell for two seconds, with the session gone from the browser (ACCT-21, ACCT-22, LIMIT-19, ERR-43)', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { sent, storage, store } = openHelp(() => json({ success: true }));
    storage.set(storageKeys.pendingInvite, 'abc');
    deleteAccount();
    await wait(0);
    const notice = () => screen.queryByText('Account deleted successfully. You will be redirected to the login page.');
    expect(notice()?.className).toBe('toast');
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

  it.each([
    [undefined, 'Failed to delete account. Please try again.'],
    ['Not today', 'Not today'],
  ])('tells when it could not be deleted: %s (ERR-31)', async (error, text) => {
    const { storage } = openHelp(fails(error));
    deleteAccount();
    expect(await alert()).toBe(text);
    expect(confirmText().value).toBe('delete my account');
    expect(storage.get(storageKeys.token)).toBe('token-1');
  });

  it('downloads all data as one ZIP, with the session (OPEN-093)', async () => {
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const { sent } = openHelp(() => new Response(new Blob(['PK']), { headers: { 'content-type': 'application/zip' } }));
    press('Download my data');
    expect(await screen.findByRole('progressbar', { name: 'Download my data' })).toBeTruthy();
    expect(screen.getByText(/^quorum-data-\d{4}-\d\d-\d\d\.zip, .* so far$/)).toBeTruthy();
    await waitFor(() => expect(click).toHaveBeenCalledTimes(1));
    expect(sent[0]?.url).toBe('/api/auth/my-data');
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer token-1');
    expect(button('Download my data')).toBeTruthy();
  });

  it('the download of all data can be cancelled, and tells when it fails (OPEN-093)', async () => {
    openHelp(() => new Promise<Response>(() => {}));
    press('Download my data');
    press('Cancel');
    expect(button('Download my data')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    cleanup();
    openHelp(fails());
    press('Download my data');
    expect(await alert()).toBe('Your data could not be downloaded. Please try again.');
  });
});
