import { fireEvent, render, screen } from '@testing-library/react';
import { Image } from 'lucide-react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { DropZone } from './drop-zone.tsx';
import { OptionTiles } from './option-tiles.tsx';
import { Segmented } from './segmented.tsx';

function DurationHost() {
  const [minutes, setMinutes] = useState<number | null>(null);
  const options = [15, 30, 60].map((value) => ({ value, label: `${value} min` }));
  return <OptionTiles labelledBy="duration" options={options} value={minutes} onChange={setMinutes} />;
}

function ViewHost() {
  const [view, setView] = useState('chat');
  const options = [
    { value: 'chat', label: 'Chat', count: 120, describe: 'Chat, 120 unread' },
    { value: 'schedule', label: 'Schedule' },
  ];
  return <Segmented label="View" as="tabs" options={options} value={view} onChange={setView} />;
}

const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement as Element, { key, ...more });

const tabStops = () => document.querySelectorAll('[tabindex="0"]').length;

test('option tiles are one tab stop, and the arrows wrap around', () => {
  render(<DurationHost />);
  expect(tabStops()).toBe(1);
  screen.getByRole('radio', { name: '15 min' }).focus();
  press('ArrowLeft');
  expect(screen.getByRole('radio', { checked: true }).textContent).toBe('60 min');
  expect(document.activeElement?.textContent).toBe('60 min');
  press('Home');
  expect(screen.getByRole('radio', { checked: true }).textContent).toBe('15 min');
  expect(tabStops()).toBe(1);
});

test('option tiles leave Alt and an arrow to the browser, which goes back', () => {
  render(<DurationHost />);
  const first = screen.getByRole('radio', { name: '15 min' });
  first.focus();
  expect(press('ArrowLeft', { altKey: true })).toBe(true);
  expect(document.activeElement).toBe(first);
});

test('a segment names its unread count and shows at most 99+', () => {
  render(<ViewHost />);
  const chat = screen.getByRole('tab', { name: 'Chat, 120 unread', selected: true });
  expect(chat.textContent).toBe('Chat99+');
  chat.focus();
  press('ArrowRight');
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Schedule');
});

test('a drop zone passes on the first of several files', () => {
  const onFile = vi.fn<(file: File) => void>();
  const files = [new File(['a'], 'a.png'), new File(['b'], 'b.png')];
  render(<DropZone icon={Image} title="Drop an image here" accept="image/*" onFile={onFile} />);
  fireEvent.drop(screen.getByText('Drop an image here'), { dataTransfer: { types: ['Files'], files } });
  expect(onFile.mock.calls.map(([{ name }]) => name)).toEqual(['a.png']);
});

test('the error of a drop zone is announced and describes its button', () => {
  render(
    <DropZone
      icon={Image}
      title="Drop"
      accept="image/*"
      error="Image size must be less than 5MB"
      onFile={() => undefined}
    />,
  );
  const described = screen.getByRole('button', { name: 'Choose a file' }).getAttribute('aria-describedby') ?? '';
  expect(screen.getByRole('alert').id).toBe(described);
});
