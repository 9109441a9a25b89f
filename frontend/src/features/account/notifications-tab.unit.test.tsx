// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeBrowser } from '../../testing/fake-browser.ts';
import { json, type Sent, signedInServices } from '../../testing/fakes.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { NotificationsTab } from './notifications-tab.tsx';

const NOTIFICATIONS = {
  settings: { showText: true },
  groups: {},
  push: { publicKey: 'AAAA', available: true },
  due: [],
};

const open = (fake = fakeBrowser(), notifications: object = NOTIFICATIONS) => {
  const { services, sent } = signedInServices(({ url, method }: Sent) => {
    if (url === '/api/notifications') return json(notifications);
    return method === 'POST' ? json({ sent: 1 }) : json({ success: true });
  });
  renderScreen(<NotificationsTab browser={fake.browser} />, services);
  return { ...fake, sent };
};

const press = async (name: string) => {
  fireEvent.click(await screen.findByRole('button', { name }));
};
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent);

it('the notifications tab asks the browser only after a press, subscribes it, sends a test, and turns it off again (NOTE-24, NOTE-25)', async () => {
  const { sent, browser } = open();
  await screen.findByText('Off in this browser');
  expect(browser.permission()).toBe('default');
  await press('Turn on');
  await screen.findByText('On in this browser');
  const subscribed = sent.find(({ url }) => url === '/api/notifications/push');
  expect(subscribed).toMatchObject({ method: 'PUT', body: { endpoint: 'https://push.example.com/1' } });
  expect(buttons()).toEqual(['Send a test', 'Turn off']);
  await press('Send a test');
  await press('Turn off');
  await screen.findByText('Off in this browser');
  expect(sent.map(({ url, method }) => `${method} ${url}`)).toEqual(
    expect.arrayContaining(['POST /api/notifications/test', 'DELETE /api/notifications/push']),
  );
});

it('the notifications tab says where a blocked browser is allowed again, and notices it (NOTE-24)', async () => {
  const { allow } = open(fakeBrowser('denied'));
  await press('Turn on');
  await screen.findByText('Blocked in your browser’s settings');
  expect(buttons()).toEqual([]);
  act(() => allow('default'));
  await screen.findByText('Off in this browser');
});

it.each([
  ['takes no pushes', fakeBrowser('granted', false), NOTIFICATIONS],
  [
    'belongs to a server that sends none',
    fakeBrowser(),
    { ...NOTIFICATIONS, push: { publicKey: '', available: false } },
  ],
])(
  'says that a browser that %s notifies only while the product is open (NOTE-24, NOTE-30)',
  async (_, fake, notifications) => {
    open(fake, notifications);
    await screen.findByText('This browser can only notify you while Quorum is open');
    await press('Turn on');
    await screen.findByRole('button', { name: 'Turn off' });
    expect(screen.getByText('This browser can only notify you while Quorum is open')).toBeTruthy();
  },
);

it('whether alerts show texts is one switch (NOTE-18)', async () => {
  const { sent } = open();
  const control = await screen.findByRole('switch', { name: /Show message text/ });
  expect(control.getAttribute('aria-checked')).toBe('true');
  fireEvent.click(control);
  await screen.findByRole('switch', { checked: false });
  expect(sent.at(-1)).toMatchObject({ url: '/api/notifications/settings', body: { showText: false } });
});
