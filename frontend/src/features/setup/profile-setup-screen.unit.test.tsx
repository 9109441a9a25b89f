import type { UserView } from '@quorum/contracts/account/wire.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import * as uploading from '../../data/api/upload.ts';
import { ada, json, type Reply, type Sent, signedInServices } from '../../testing/fakes.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import ProfileSetupScreen from './profile-setup-screen.tsx';

const newcomer: UserView = { ...ada, email: '', firstName: '', lastName: '', profileComplete: false };
const named: UserView = { ...ada, profileComplete: false };

const open = (user: UserView, answer: (sent: Sent) => Reply = saves(user)) => {
  const fake = signedInServices(answer, user);
  return { ...fake, ...renderScreen(<ProfileSetupScreen />, fake.services, '/profile-setup') };
};

const saves = (user: UserView) => {
  let now = user;
  return (sent: Sent): Reply => {
    now = { ...now, ...(sent.body as object), profileComplete: sent.url.endsWith('complete-profile') };
    return json({ user: now });
  };
};

const fails = (error?: string) => () =>
  error === undefined ? new Response('', { status: 500 }) : json({ error }, 400);
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, text: string) => fireEvent.change(field(label), { target: { value: text } });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const press = (name: string) => fireEvent.click(button(name));
/** The class of a success toast. An error toast has another class as well. */
const SUCCESS = 'toast';
const title = (name: string) => screen.queryByRole('heading', { name });
const alert = async () => (await screen.findByRole('alert')).textContent;
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const picture = (type: string, size = 1000) => {
  const file = new File(['x'], 'me.png', { type });
  Object.defineProperty(file, 'size', { value: size });
  return file;
};
const choose = (file: File) => fireEvent.change(field('Profile picture'), { target: { files: [file] } });
const uploadEnds = (promise: Promise<UserView>) =>
  vi.spyOn(uploading, 'upload').mockImplementation(() => () => ({
    promise: promise.then((user) => ({ user }) as never),
    cancel: () => {},
  }));

describe('the email step', () => {
  it('the email step comes first (SETUP-01, SETUP-02, SETUP-07)', () => {
    open(newcomer);
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['1Email', '2Name', '3Photo']);
    expect(title("What's your email?")).toBeTruthy();
    expect(screen.getByText("We'll use this to keep you updated")).toBeTruthy();
    expect(field('Email').type).toBe('email');
    expect(field('Email').required).toBe(true);
    expect(button('Continue').disabled).toBe(true);
    type('Email', 'ada@example.com');
    expect(button('Continue').disabled).toBe(false);
  });

  it('the email step saves the email, and one second later asks for the name (SETUP-08, ERR-43)', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { sent } = open(newcomer);
    type('Email', 'ada@example.com');
    press('Continue');
    await wait(0);
    expect(screen.getByText('Email saved successfully!').parentElement?.className).toBe(SUCCESS);
    expect(sent[0]).toMatchObject({ url: '/api/auth/update-email', body: { email: 'ada@example.com' } });
    await wait(800);
    expect(title("What's your email?")).toBeTruthy();
    await wait(250);
    expect(title('Tell us your name')).toBeTruthy();
  });

  it.each([
    ['the words of the server (ERR-23)', 'ada@example.com', 'Not this one', 'Not this one'],
    ['no words (ERR-23)', 'ada@example.com', undefined, 'Failed to save email'],
    ['no address', 'ada', undefined, 'Please enter a valid email address'],
  ])('the email step shows a problem beside the field, which keeps its text: %s', async (_, email, error, text) => {
    open(newcomer, fails(error));
    type('Email', email);
    press('Continue');
    expect(await alert()).toBe(text);
    expect(field('Email').value).toBe(email);
  });
});

describe('the name step', () => {
  it('the name step comes first if only the email is known; Back leads to the email (SETUP-05, SETUP-06)', () => {
    open({ ...newcomer, email: 'ada@example.com' });
    expect(title('Tell us your name')).toBeTruthy();
    press('Back');
    expect(field('Email').value).toBe('ada@example.com');
  });

  it('the name step requires both parts (SETUP-09)', async () => {
    const { sent } = open({ ...newcomer, email: 'ada@example.com' });
    type('First name', 'Ada');
    type('Last name', '  ');
    press('Continue');
    expect(await alert()).toBe('First name and last name are required');
    expect(field('First name').value).toBe('Ada');
    expect(field('Last name').getAttribute('aria-invalid')).toBe('true');
    expect(sent).toEqual([]);
  });

  it('the name step saves the name, and one second later asks for the picture (SETUP-10, ERR-43)', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { sent } = open({ ...newcomer, email: 'ada@example.com' });
    type('First name', ' Ada ');
    type('Last name', 'Park');
    press('Continue');
    await wait(0);
    expect(screen.getByText('Name saved successfully!').parentElement?.className).toBe(SUCCESS);
    expect(sent[0]?.body).toEqual({ firstName: 'Ada', lastName: 'Park' });
    await wait(800);
    expect(title('Tell us your name')).toBeTruthy();
    await wait(250);
    expect(title('Add a profile picture')).toBeTruthy();
  });

  it.each([
    ['the words of the server', 'Too long', 'Too long'],
    ['no words', undefined, 'Failed to save name'],
  ])('the name step reports that the name could not be saved: %s (ERR-24)', async (_, error, text) => {
    open({ ...named, lastName: '' }, fails(error));
    type('Last name', 'Park');
    press('Continue');
    expect(await alert()).toBe(text);
    expect(field('Last name').value).toBe('Park');
  });
});

describe('the picture step', () => {
  it('the picture step can be skipped, which completes the profile (SETUP-03, SETUP-12)', async () => {
    const { sent, store } = open(named);
    expect(title('Add a profile picture')).toBeTruthy();
    expect(button('Finish').disabled).toBe(true);
    press('Skip for now');
    await waitFor(() => expect(store.getState().session.user?.profileComplete).toBe(true));
    expect(sent.map(({ url }) => url)).toEqual(['/api/auth/complete-profile']);
  });

  it('the picture step requires an image of at most 5MB (SETUP-13)', async () => {
    open(named);
    choose(picture('text/plain'));
    expect(await alert()).toBe('Please select an image file');
    choose(picture('image/png', 5_242_881));
    expect(await alert()).toBe('File size must be less than 5MB');
    choose(picture('image/png', 5_242_880));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('me.png')).toBeTruthy();
  });

  it('the picture step uploads the picture, then completes the profile (SETUP-11, ERR-43)', async () => {
    const upload = uploadEnds(Promise.resolve(named));
    const { store } = open(named);
    const file = picture('image/png');
    choose(file);
    press('Finish');
    expect((await screen.findByText('Profile picture uploaded successfully!')).parentElement?.className).toBe(SUCCESS);
    expect(upload).toHaveBeenCalledWith('uploadProfilePicture', { file });
    await waitFor(() => expect(store.getState().session.user?.profileComplete).toBe(true));
  });

  it.each([
    ['the words of the server', 'Please select an image file', 'Please select an image file'],
    ['no words', '', 'Failed to upload profile picture'],
  ])('the picture step reports that the picture could not be uploaded: %s (ERR-25)', async (_, error, text) => {
    uploadEnds(Promise.reject(Object.assign(new Error(), { status: 400, error })));
    const { sent } = open(named);
    choose(picture('image/png'));
    press('Finish');
    expect(await alert()).toBe(text);
    expect(screen.getByText('me.png')).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('the picture step does not upload twice when the profile could not be completed, and shows the failure (ERR-26)', async () => {
    const upload = uploadEnds(Promise.resolve(named));
    open(named, fails());
    choose(picture('image/png'));
    press('Finish');
    expect(await alert()).toBe('Failed to complete profile setup');
    press('Finish');
    await waitFor(() => expect(button('Finish').disabled).toBe(false));
    expect(upload).toHaveBeenCalledTimes(1);
  });
});
