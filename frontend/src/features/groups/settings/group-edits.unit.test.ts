import { describe, expect, it } from 'vitest';
import { group } from '../../../testing/fakes.ts';
import { editErrors, isDirty, savesOf } from './group-edits.ts';

const film = group('g1', { name: 'Film Club', description: 'Films', imageUrl: '/files/1' });
const file = new File(['x'], 'x.png', { type: 'image/png' });

describe('edits of a group', () => {
  it('edits of a group are dirty when a text, a setting or the image differs (GROUP-32)', () => {
    expect(isDirty(film, {})).toBe(false);
    expect(isDirty(film, { name: 'Film Club', description: 'Films', settings: { allowMembersInvite: false } })).toBe(
      false,
    );
    expect(isDirty(film, { name: 'Film' })).toBe(true);
    expect(isDirty(film, { description: '' })).toBe(true);
    expect(isDirty(film, { settings: { allowMembersInvite: true } })).toBe(true);
    expect(isDirty(film, { image: { kind: 'removed' } })).toBe(true);
    expect(isDirty(film, { image: { kind: 'chosen', file } })).toBe(true);
  });

  it('edits of a group are no longer dirty once someone else made the same change', () => {
    expect(isDirty({ ...film, imageUrl: null }, { image: { kind: 'removed' } })).toBe(false);
    expect(isDirty({ ...film, name: 'Film' }, { name: 'Film' })).toBe(false);
  });

  it('edits of a group are saved by the calls for the changes, and no others (GROUP-37)', () => {
    expect(savesOf(film, {})).toEqual([]);
    expect(savesOf(film, { name: ' Film ' })).toEqual([{ kind: 'details', name: 'Film', description: 'Films' }]);
    expect(savesOf(film, { name: 'Film Club ' })).toEqual([]);
    expect(savesOf(film, { settings: { allowMembersInvite: true, allowMembersCreateEvents: true } })).toEqual([
      { kind: 'settings', settings: { allowMembersInvite: true } },
    ]);
    expect(savesOf(film, { image: { kind: 'removed' } })).toEqual([{ kind: 'remove-image' }]);
    expect(savesOf(film, { image: { kind: 'chosen', file } })).toEqual([{ kind: 'upload-image', file }]);
  });

  it('edits of a group require a name and a description (GROUP-04, GROUP-05, GROUP-36)', () => {
    expect(editErrors({ name: '  ', description: '' })).toEqual({
      name: 'Group name is required',
      description: 'Group description is required',
    });
    expect(editErrors({ name: 'x'.repeat(50) })).toEqual({});
  });
});
