import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Button } from '../controls/button.tsx';
import { Input } from '../controls/input.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';

function open(name: string): HTMLElement {
  const opener = screen.getByRole('button', { name });
  opener.focus();
  fireEvent.click(opener);
  return opener;
}

function FormHost({ busy }: { busy?: boolean }) {
  const [shown, setShown] = useState(false);
  return (
    <>
      <Button onClick={() => setShown(true)}>Rename</Button>
      <Dialog
        open={shown}
        onClose={() => setShown(false)}
        title="Rename Group"
        busy={busy}
        foot={<Button>Save</Button>}
      >
        <Input aria-label="Group name" />
      </Dialog>
    </>
  );
}

test('a dialog focuses the first control of its body, and Escape closes it and returns the focus', async () => {
  render(<FormHost />);
  const opener = open('Rename');
  expect(screen.getByRole('dialog', { name: 'Rename Group' }).getAttribute('aria-modal')).toBe('true');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Group name' }));
  fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

test('a dialog that is reopened at once keeps the focus and typed text', async () => {
  render(<FormHost />);
  open('Rename');
  fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
  open('Rename');
  const field = screen.getByRole('textbox', { name: 'Group name' });
  let losses = 0;
  field.addEventListener('blur', () => {
    losses += 1;
  });
  // The first dialog gives the focus back in a timer that was set before this one.
  // biome-ignore lint/plugin: nothing tells that it has run
  await act(() => new Promise((resolve) => setTimeout(resolve, 0)));
  expect(document.activeElement).toBe(field);
  expect(losses).toBe(0);
});

test('the dialog has the focus during some work, and then the button that started it, unless something else took it', async () => {
  const dialog = (busy: boolean) => (
    <Dialog open onClose={() => undefined} title="Rename Group" busy={busy}>
      <Input aria-label="Group name" />
      <Button busyLabel={busy && 'Saving...'}>Save</Button>
    </Dialog>
  );
  const { rerender } = render(dialog(false));
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  const work = async () => {
    save.focus();
    rerender(dialog(true));
    // Browsers take the focus from what is disabled; the DOM of this test does not.
    save.disabled = false;
    save.blur();
    save.disabled = true;
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog')));
  };
  await work();
  rerender(dialog(false));
  await waitFor(() => expect(document.activeElement).toBe(save));
  await work();
  screen.getByRole('textbox').focus();
  rerender(dialog(false));
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
});

function ListHost() {
  const [cards, setCards] = useState(['Dinner', 'Recital']);
  const [asked, setAsked] = useState<string>();
  const remove = () => {
    setCards(cards.filter((card) => card !== asked));
    setAsked(undefined);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: as the list of events, which scrolls.
    <section aria-label="Events" tabIndex={0}>
      {cards.map((card) => (
        <Button key={card} onClick={() => setAsked(card)}>{`Delete ${card}`}</Button>
      ))}
      <ConfirmDialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onConfirm={remove}
        title="Delete Event"
        confirmLabel="Delete"
        destructive
      />
    </section>
  );
}

test('deleting a card moves the focus from its question to its list', async () => {
  render(<ListHost />);
  open('Delete Dinner');
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect(screen.queryByRole('button', { name: 'Delete Dinner' })).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Events' })));
});

function Invitation({ allowed, shown, onShow }: { allowed: boolean; shown: boolean; onShow: () => void }) {
  return (
    <>
      <section>
        {allowed && <Button onClick={onShow}>Invite</Button>}
        <Button>View all</Button>
      </section>
      <Dialog open={shown} onClose={() => undefined} title="Invite Members">
        <Button>Copy</Button>
      </Dialog>
    </>
  );
}

test('the focus moves to the section when the opener of a dialog disappears with its right', async () => {
  const { rerender } = render(<Invitation allowed shown={false} onShow={() => undefined} />);
  open('Invite');
  rerender(<Invitation allowed shown onShow={() => undefined} />);
  rerender(<Invitation allowed={false} shown onShow={() => undefined} />);
  rerender(<Invitation allowed={false} shown={false} onShow={() => undefined} />);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'View all' })));
});

test('the focus returns to the first dialog when its button that opened another one disappears', async () => {
  const members = (allowed: boolean, shown: boolean) => (
    <Dialog open onClose={() => undefined} title="Members" belowHead={allowed && <Button>Invite</Button>}>
      Ada
      <Dialog open={shown} onClose={() => undefined} title="Invite Members">
        <Button>Copy</Button>
      </Dialog>
    </Dialog>
  );
  const { rerender } = render(members(true, false));
  open('Invite');
  rerender(members(true, true));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Copy' })));
  rerender(members(false, true));
  rerender(members(false, false));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Members' })));
});

test('the focus cannot leave a dialog', () => {
  render(<FormHost />);
  const opener = open('Rename');
  act(() => opener.focus());
  expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
});

test('neither Escape nor the close button closes a busy dialog', () => {
  render(<FormHost busy />);
  open('Rename');
  fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test('a destructive question starts on Cancel and signs its answer, and any other starts on its answer', () => {
  const ignore = () => undefined;
  const question = { open: true, onClose: ignore, onConfirm: ignore, title: 'Sure?', confirmLabel: 'Delete' };
  const { rerender } = render(<ConfirmDialog key="a" {...question} sign={<svg />} destructive />);
  expect(screen.getByRole('alertdialog', { name: 'Sure?' })).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Cancel');
  expect(screen.getByRole('button', { name: 'Delete' }).querySelector('svg')).not.toBeNull();
  rerender(<ConfirmDialog key="b" {...question} sign={<svg />} />);
  expect(document.activeElement?.textContent).toBe('Delete');
  expect(screen.getByRole('button', { name: 'Delete' }).querySelector('svg')).toBeNull();
});

test('a busy question shows its busy label and disables both buttons', () => {
  const ignore = () => undefined;
  render(
    <ConfirmDialog
      open
      onClose={ignore}
      onConfirm={ignore}
      title="Sure?"
      confirmLabel="Delete"
      busyLabel="Deleting..."
    />,
  );
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Deleting...' }).disabled).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true);
});

test('a question is read out with its text', () => {
  render(
    <ConfirmDialog open onClose={() => undefined} onConfirm={() => undefined} title="Leave" confirmLabel="Leave">
      You can come back with a code.
    </ConfirmDialog>,
  );
  screen.getByRole('alertdialog', { name: 'Leave', description: 'You can come back with a code.' });
});

function UndoHost() {
  const [shown, setShown] = useState(false);
  const [changed, setChanged] = useState(true);
  return (
    <>
      <Button onClick={() => setShown(true)}>Settings</Button>
      <Dialog open={shown} onClose={() => setShown(false)} title="Group Settings">
        <Input aria-label="Group name" />
        {changed && <Button onClick={() => setChanged(false)}>Undo</Button>}
      </Dialog>
    </>
  );
}

test('the focus stays in a dialog when its focused button disappears', async () => {
  render(<UndoHost />);
  open('Settings');
  open('Undo');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog')));
});
