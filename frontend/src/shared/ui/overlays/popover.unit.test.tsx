// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Popover } from './popover.tsx';

it.each([
  ['link', 'Jump'],
  ['button', 'Unpin'],
])('a panel that begins with a %s focuses that when it opens', (role, name) => {
  const [link, button] = [
    <a key="link" href="/there">
      Jump
    </a>,
    <button key="button" type="button">
      Unpin
    </button>,
  ];
  render(
    <Popover label="Pinned" trigger={<button type="button">Open</button>}>
      {role === 'link' ? [link, button] : [button, link]}
    </Popover>,
  );
  fireEvent.click(screen.getByText('Open'));
  expect(document.activeElement).toBe(screen.getByText(name));
});
