import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { storeCredentials } from '../../../data/admin/credentials.ts';
import { fakeServices, heldReply, json } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { ConfigurationItem } from './configuration-item.tsx';

const item = { key: 'ios_app_store_url', value: 'https://old.example', description: '', updatedAt: null };
const button = (name: string) => screen.getByRole('button', { name });

it('a setting returns the focus to Edit, whether it is saved or not', async () => {
  storeCredentials({ username: 'admin', password: 'secret', visitId: 'visit-1' });
  const { services } = fakeServices(() => json({ message: 'Configuration updated successfully' }));
  renderScreen(<ConfigurationItem item={item} />, services);
  for (const end of ['Save', 'Cancel']) {
    fireEvent.click(button('Edit ios_app_store_url'));
    fireEvent.click(button(end));
    await waitFor(() => expect(document.activeElement).toBe(button('Edit ios_app_store_url')));
    button('Edit ios_app_store_url').blur();
  }
});

it('a setting takes no text and stays open while it is saved, because a text would be lost with the answer', async () => {
  storeCredentials({ username: 'admin', password: 'secret', visitId: 'visit-1' });
  const held = heldReply();
  const { services } = fakeServices(held.reply);
  renderScreen(<ConfigurationItem item={item} />, services);
  fireEvent.click(button('Edit ios_app_store_url'));
  const field = screen.getByRole<HTMLInputElement>('textbox');
  fireEvent.change(field, { target: { value: 'https://new.example' } });
  fireEvent.click(button('Save'));
  await held.asked;
  fireEvent.keyDown(field, { key: 'Escape' });
  fireEvent.click(button('Cancel'));
  expect([field.isConnected, field.readOnly]).toEqual([true, true]);
  held.release(json({ error: 'Not a link' }, 400));
  expect(await screen.findByText(/Not a link/)).toBeTruthy();
  expect([field.value, field.readOnly]).toEqual(['https://new.example', false]);
});

it('a choice made while an earlier one is being saved is saved after it', async () => {
  storeCredentials({ username: 'admin', password: 'secret', visitId: 'visit-1' });
  const first = heldReply();
  const sent: unknown[] = [];
  const { services } = fakeServices(({ body }) => {
    sent.push(body);
    return sent.length === 1 ? (first.reply() as never) : json({ message: 'Configuration updated successfully' });
  });
  renderScreen(<ConfigurationItem item={{ ...item, key: 'app_download_enabled', value: 'true' }} />, services);
  fireEvent.click(screen.getByRole('radio', { name: 'false' }));
  await first.asked;
  fireEvent.click(screen.getByRole('radio', { name: 'true' }));
  first.release(json({ message: 'Configuration updated successfully' }));
  await expect.poll(() => sent).toEqual([{ value: 'false' }, { value: 'true' }]);
});
