import { cleanup, render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AccentScope } from '../../shared/ui/feedback/accent-scope.tsx';
import { group } from '../../testing/fakes.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { InviteRows } from './settings/invite-rows.tsx';

const named = { name: 'Film Club', description: 'Films on Fridays' };
const coded = group('g1', { ...named, inviteCode: 'FILMCLUB', sixDigitCode: '317054' });

describe('Invite Members', () => {
  it('Invite Members shows the group, the link, the code and how to use them (GROUP-43)', async () => {
    render(<InviteDialog group={coded} onClose={() => undefined} />);
    const dialog = await screen.findByRole('dialog', { name: 'Invite Members' });
    expect(screen.getByRole('heading', { name: 'Film Club' })).toBeTruthy();
    expect(screen.getByText('Films on Fridays')).toBeTruthy();
    expect(within(dialog).getByText(/\/FILMCLUB$/)).toBeTruthy();
    expect(screen.getByRole('img', { name: '3 1 7 0 5 4' })).toBeTruthy();
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Send the code or the link to the people you want here.',
      'They sign in with their phone number.',
      'They see this group and press Join Group.',
    ]);
  });

  it('Invite Members stays in neutral ink, with the color of the group only on its picture (OPEN-063)', async () => {
    render(
      <AccentScope accent="red">
        <InviteDialog group={coded} onClose={() => undefined} />
      </AccentScope>,
    );
    const dialog = await screen.findByRole('dialog', { name: 'Invite Members' });
    const name = screen.getByRole('heading', { name: 'Film Club' });
    expect(name.closest<HTMLElement>('[data-accent]')?.dataset.accent).toBe('personal');
    expect(dialog.querySelector<HTMLElement>('.avatar')?.dataset.accent).toBe('red');
  });

  it('Invite Members shows the code as six digits, or dashes without one, which cannot be copied (GROUP-20)', async () => {
    const copies = () => screen.getAllByRole<HTMLButtonElement>('button', { name: 'Copy' });
    render(<InviteDialog group={coded} onClose={() => undefined} />);
    const digits = async () => [...(await screen.findByRole('img')).children].map(({ textContent }) => textContent);
    expect(await digits()).toEqual(['3', '1', '7', '0', '5', '4']);
    expect(copies().map(({ disabled }) => disabled)).toEqual([false, false]);
    cleanup();
    render(<InviteDialog group={group('g1', named)} onClose={() => undefined} />);
    expect(await digits()).toEqual(['-', '-', '-', '-', '-', '-']);
    expect(copies().map(({ disabled }) => disabled)).toEqual([true, true]);
    cleanup();
    render(<InviteRows group={coded} />);
    expect(screen.getByText('317 054')).toBeTruthy();
    cleanup();
    render(<InviteRows group={group('g1', named)} />);
    expect(screen.getByText('--- ---')).toBeTruthy();
  });
});
