import type { UserView } from '@quorum/contracts/account/wire.ts';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { vi } from 'vitest';
import type { Services } from '../../../data/services/services.ts';
import { ada, json, type Reply, type Sent, signedInServices } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import AccountScreen from '../account-screen.tsx';

export const saves = (sent: Sent): Reply => json({ user: { ...ada, ...(sent.body as object) } });
export const fails = (error?: string) => () =>
  error === undefined ? new Response('', { status: 500 }) : json({ error }, 400);

export const openAccount = (answer: (sent: Sent) => Reply = saves, user: UserView = ada, at = '/account') => {
  const fake = signedInServices(answer, user);
  return { ...fake, storage: fake.services.storage, ...renderScreen(<AccountScreen />, fake.services, at) };
};

export const reload = (services: Services) => {
  cleanup();
  renderScreen(<AccountScreen />, services, '/account');
};

export const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
export const press = (name: string) => fireEvent.click(button(name));
export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
export const typeInto = (label: string, text: string) => fireEvent.change(field(label), { target: { value: text } });
export const alertText = async () => (await screen.findByRole('alert')).textContent;
export const fact = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;
export const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
export const paste = (text: string) =>
  fireEvent.paste(field('Digit 1 of 6'), { clipboardData: { getData: () => text } });
