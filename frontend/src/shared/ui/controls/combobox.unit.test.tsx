import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ComboboxList, useCombobox } from './combobox.tsx';

afterEach(cleanup);

const NAMES = ['Ada', 'Adam', 'Ben'];
const leave = vi.fn();

function Names({ eager }: { eager: boolean }) {
  const [text, setText] = useState('');
  const [open, setOpen] = useState(true);
  const box = useCombobox({
    query: text,
    options: open ? NAMES.filter((name) => name.startsWith(text)) : [],
    onTake: setText,
    onClose: open ? () => setOpen(false) : undefined,
    eager,
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for the dialog around the field.
    <div onKeyDown={leave}>
      <input aria-label="Name" value={text} onChange={(event) => setText(event.target.value)} {...box.field} />
      <ComboboxList box={box} label="Names" className="menu" keyOf={(name) => name}>
        {(name) => name}
      </ComboboxList>
    </div>
  );
}

const show = (eager = false) => {
  render(<Names eager={eager} />);
  leave.mockClear();
  const field = screen.getByLabelText<HTMLInputElement>('Name');
  const active = () => {
    const id = field.getAttribute('aria-activedescendant');
    return id === null ? undefined : document.getElementById(id)?.textContent;
  };
  return { field, active, press: (key: string, more = {}) => fireEvent.keyDown(field, { key, ...more }) };
};

describe('a combobox', () => {
  it('a combobox moves through its options by arrows, around the ends, and takes the active one by Enter', () => {
    const { field, active, press } = show();
    expect(active()).toBeUndefined();
    expect(press('Enter')).toBe(true);
    const visited = ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowUp'].map((key) => {
      press(key);
      return active();
    });
    expect(visited).toEqual(['Ada', 'Adam', 'Ada', 'Ben', 'Adam']);
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('Adam');
    expect(press('Enter')).toBe(false);
    expect(field.value).toBe('Adam');
  });

  it('a combobox forgets the active option when the text changes', () => {
    const { field, active, press } = show();
    press('ArrowDown');
    fireEvent.change(field, { target: { value: 'A' } });
    expect(active()).toBeUndefined();
  });

  it('a combobox inside a text has its first option active, and takes it by Tab, but not by Shift and Tab or Enter', () => {
    const { field, active, press } = show(true);
    expect(active()).toBe('Ada');
    press('Tab', { shiftKey: true });
    press('Enter', { shiftKey: true });
    expect(field.value).toBe('');
    press('Tab');
    expect(field.value).toBe('Ada');
  });

  it('a combobox closes on Escape, which reaches nothing around it', () => {
    const { press } = show();
    press('Escape');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(leave).not.toHaveBeenCalled();
    press('Escape');
    expect(leave).toHaveBeenCalledOnce();
  });

  it('a combobox keeps the focus in the field while an option is pressed', () => {
    const { field } = show();
    const option = screen.getByRole('option', { name: 'Ben' });
    expect([fireEvent.pointerDown(option), fireEvent.mouseDown(option)]).toEqual([false, false]);
    fireEvent.click(option);
    expect(field.value).toBe('Ben');
  });
});
