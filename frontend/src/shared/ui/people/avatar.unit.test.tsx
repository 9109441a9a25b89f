import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Avatar, type AvatarProps } from './avatar.tsx';
import { GroupAvatar } from './group-avatar.tsx';

test.each<[string, AvatarProps, string]>([
  ['the first letter', { name: ' maya okafor', phoneLast2: '32' }, 'M'],
  ['an accented letter as one', { name: 'émile' }, 'É'],
  ['an emoji as one', { name: '👩‍🚀 Ana' }, '👩‍🚀'],
  ['the last two digits without a name', { name: '', phoneLast2: '32' }, '32'],
  ['U without anything', {}, 'U'],
])('a person without a photo shows %s', (_, props, text) => {
  expect(render(<Avatar {...props} />).container.textContent).toBe(text);
});

test('a photo that fails to load is replaced by the initial until there is a new photo (ERR-35)', () => {
  const { container: avatar, rerender } = render(<Avatar photoUrl="/files/a" name="Maya" />);
  const photo = () => avatar.querySelector('img');
  expect(avatar.textContent).toBe('');
  fireEvent.error(photo() as Element);
  expect(photo()).toBeNull();
  expect(avatar.textContent).toBe('M');
  rerender(<Avatar photoUrl="/files/b" name="Maya" />);
  expect(photo()?.getAttribute('src')).toBe('/files/b');
});

test('a photo that failed to load is shown once it can be loaded', () => {
  vi.useFakeTimers();
  class LoadedImage {
    onload: () => void = () => undefined;
    set src(_: string) {
      this.onload();
    }
  }
  vi.stubGlobal('Image', LoadedImage);
  const { container: avatar } = render(<Avatar photoUrl="/files/a" name="Maya" />);
  fireEvent.error(avatar.querySelector('img') as Element);
  expect(avatar.textContent).toBe('M');
  act(() => void vi.advanceTimersByTime(5_000));
  expect(avatar.querySelector('img')?.getAttribute('src')).toBe('/files/a');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a group without an image shows the first letters of its first two words (SHELL-03)', () => {
  render(<GroupAvatar name="physics  study group" label="Group" />);
  expect(screen.getByRole('img', { name: 'Group' }).textContent).toBe('PS');
});
