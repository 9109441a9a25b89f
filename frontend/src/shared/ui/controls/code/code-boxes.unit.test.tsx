import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { EMPTY_CODE, joinCode } from '../../../lib/code-digits.ts';
import { CodeBoxes } from './code-boxes.tsx';

interface HostProps {
  onSubmit: (code: string) => void;
  onIncomplete: () => void;
}

function Host({ onSubmit, onIncomplete }: HostProps) {
  const [code, setCode] = useState(EMPTY_CODE);
  return (
    <CodeBoxes value={code} onChange={setCode} onSubmit={() => onSubmit(joinCode(code))} onIncomplete={onIncomplete} />
  );
}

function setUp() {
  const onSubmit = vi.fn<(code: string) => void>();
  const onIncomplete = vi.fn<() => void>();
  render(<Host onSubmit={onSubmit} onIncomplete={onIncomplete} />);
  return { onSubmit, onIncomplete };
}

const box = (position: number) => screen.getByRole<HTMLInputElement>('textbox', { name: `Digit ${position} of 6` });

const values = () => [1, 2, 3, 4, 5, 6].map((position) => box(position).value).join('|');

const type = (position: number, text: string) => fireEvent.change(box(position), { target: { value: text } });

const press = (position: number, key: string) => fireEvent.keyDown(box(position), { key });

const paste = (position: number, text: string) =>
  fireEvent.paste(box(position), { clipboardData: { getData: () => text } });

test('the six boxes of a code take one digit each and drop letters (AUTH-13)', () => {
  setUp();
  expect(screen.getAllByRole('textbox')).toHaveLength(6);
  expect(screen.getByRole('group', { name: '6-digit code' })).toBeTruthy();
  type(1, 'a');
  expect(values()).toBe('|||||');
  type(1, '4');
  type(1, '47');
  expect(values()).toBe('7|||||');
});

test('the same digit typed over itself stays one digit', () => {
  setUp();
  type(1, '4');
  type(1, '44');
  expect(values()).toBe('4|||||');
});

test('typing a digit of a code moves the focus to the next box (AUTH-15)', () => {
  setUp();
  box(1).focus();
  type(1, '4');
  expect(document.activeElement).toBe(box(2));
});

test('pasting a code fills all boxes, whichever one has the focus, and drops punctuation (AUTH-14)', () => {
  setUp();
  paste(3, '471-902');
  expect(values()).toBe('4|7|1|9|0|2');
  expect(document.activeElement).toBe(box(6));
});

test('a code that a password manager writes into any box fills all', () => {
  for (const position of [1, 4, 6]) {
    setUp();
    type(position, '471902');
    expect(values()).toBe('4|7|1|9|0|2');
    cleanup();
  }
});

test('a one-time code that the browser puts into the first box is distributed', () => {
  setUp();
  expect(box(1).autocomplete).toBe('one-time-code');
  type(1, '471902');
  expect(values()).toBe('4|7|1|9|0|2');
});

test('arrows move between the boxes of a code, and Backspace in an empty one moves back and empties (AUTH-16)', () => {
  setUp();
  paste(1, '471');
  box(4).focus();
  press(4, 'Backspace');
  expect(values()).toBe('4|7||||');
  expect(document.activeElement).toBe(box(3));
  press(3, 'ArrowLeft');
  expect(document.activeElement).toBe(box(2));
  press(2, 'ArrowRight');
  expect(document.activeElement).toBe(box(3));
  press(1, 'ArrowLeft');
  expect(document.activeElement).toBe(box(1));
});

test('Enter submits a code of six digits and reports a shorter one', () => {
  const { onSubmit, onIncomplete } = setUp();
  paste(1, '47190');
  press(5, 'Enter');
  expect(onIncomplete).toHaveBeenCalledTimes(1);
  expect(onSubmit).not.toHaveBeenCalled();
  paste(1, '471902');
  press(6, 'Enter');
  expect(onSubmit).toHaveBeenCalledWith('471902');
});
