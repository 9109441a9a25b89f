// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { DropZone } from './drop-zone.tsx';
import { OptionTiles } from './option-tiles.tsx';
import { Segmented } from './segmented.tsx';

afterEach(cleanup);

function DurationHost() {
  const [minutes, setMinutes] = useState<number | null>(null);
  const options = [15, 30, 60].map((value) => ({ value, label: `${value} min` }));
  return <OptionTiles label="Duration" options={options} value={minutes} onChange={setMinutes} />;
}

function ViewHost() {
  const [view, setView] = useState('chat');
  const options = [
    { value: 'chat', label: 'Chat', count: 120, describe: 'Chat, 120 unread' },
    { value: 'schedule', label: 'Schedule' },
  ];
  return <Segmented label="View" as="tabs" options={options} value={view} onChange={setView} />;
}

const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });
const tabStops = () => document.querySelectorAll('[tabindex="0"]').length;

test('option tiles are one tab stop, and the arrows choose around the ends', () => {
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

test('a segment tells its unread count by name and shows 99+ at most', () => {
  render(<ViewHost />);
  const chat = screen.getByRole('tab', { name: 'Chat, 120 unread', selected: true });
  expect(chat.textContent).toBe('Chat99+');
  chat.focus();
  press('ArrowRight');
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Schedule');
});

test('a drop zone hands over one file unless it takes several, and none while disabled', () => {
  const onFiles = vi.fn<(files: File[]) => void>();
  const files = [new File(['a'], 'a.png'), new File(['b'], 'b.png')];
  const drop = () => fireEvent.drop(screen.getByText('Drop an image here'), { dataTransfer: { files } });
  const zone = { title: 'Drop an image here', accept: 'image/*', onFiles };
  const { rerender } = render(<DropZone {...zone} />);
  drop();
  rerender(<DropZone {...zone} multiple />);
  drop();
  rerender(<DropZone {...zone} disabled />);
  drop();
  expect(onFiles.mock.calls.map(([taken]) => taken.length)).toEqual([1, 2]);
});

test('the error of a drop zone is announced and described on its button', () => {
  render(<DropZone title="Drop" accept="image/*" error="Image size must be less than 5MB" onFiles={() => undefined} />);
  const described = screen.getByRole('button', { name: 'Choose a file' }).getAttribute('aria-describedby') ?? '';
  expect(screen.getByRole('alert').id).toBe(described);
});
