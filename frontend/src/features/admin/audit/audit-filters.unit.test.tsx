import type { AuditLine } from '@quorum/contracts/audit/wire.ts';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { fakeServices, json } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import type { ChosenFilter } from '../chosen-filter.ts';
import { AuditFilters } from './audit-filters.tsx';

function Filters({ lines = [] }: { lines?: readonly AuditLine[] }) {
  const [filter, setFilter] = useState<ChosenFilter>({});
  return <AuditFilters filter={filter} onFilter={setFilter} lines={lines} />;
}

const found = () => json({ groups: [{ _id: 'group-1', name: 'Film Club' }], people: [] });
const open = (answer = found) => renderScreen(<Filters />, fakeServices(answer).services);

const button = (name: string) => screen.getByRole('button', { name });
const enter = (target: Element) => fireEvent.keyDown(target, { key: 'Enter' });

describe('a filter of the audit history', () => {
  it('a filter of the audit history keeps the focus after a kind is chosen, and after it is cleared', async () => {
    open();
    button('Kind').focus();
    enter(button('Kind'));
    enter(await screen.findByRole('menuitem', { name: 'Messages' }));
    await expect.poll(() => document.activeElement).toBe(button('Kind, Messages, clear'));
    fireEvent.click(button('Kind, Messages, clear'));
    await expect.poll(() => document.activeElement).toBe(button('Kind'));
  });

  it('a filter of the audit history keeps the focus after a group is chosen by its name', async () => {
    open();
    fireEvent.click(button('Group'));
    fireEvent.change(await screen.findByLabelText('Name begins with'), { target: { value: 'Fi' } });
    await screen.findByRole('option', { name: 'Film Club' });
    const field = screen.getByLabelText('Name begins with');
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    enter(field);
    await expect.poll(() => document.activeElement).toBe(button('Group, Film Club, clear'));
  });

  it('a filter of the audit history offers the names on the page in their order', async () => {
    const of = (name: string) => ({ group: { _id: name, name }, actor: { _id: 'admin', name: '' }, user: null });
    const lines = ['Tennis', 'Book Club', 'Tennis'].map(of) as unknown as AuditLine[];
    renderScreen(<Filters lines={lines} />, fakeServices(found).services);
    fireEvent.click(button('Group'));
    const options = await screen.findAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['Book Club', 'Tennis']);
  });

  it('a filter of the audit history says that names could not be loaded', async () => {
    open(() => json({ error: 'Too busy' }, 503));
    fireEvent.click(button('Group'));
    fireEvent.change(await screen.findByLabelText('Name begins with'), { target: { value: 'Fi' } });
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load the names: Too busy');
  });

  it('a filter of the audit history keeps the focus after days are chosen and their panel closes', async () => {
    open();
    fireEvent.click(button('Date'));
    const from = await screen.findByLabelText('From');
    fireEvent.change(from, { target: { value: '2026-05-14' } });
    fireEvent.keyDown(from, { key: 'Escape' });
    await expect.poll(() => document.activeElement).toBe(button('Date, 2026-05-14 – …, clear'));
  });
});
