import { describe, expect, it } from 'vitest';
import type { DataOf, DomainEvent } from '../event-catalogue.ts';
import { givenWhenThen } from '../testing/given-when-then.ts';
import { fileDecider } from './decider.ts';

const ownerId = '00000000-0000-4000-8000-00000000000a';
const { given } = givenWhenThen(fileDecider);

const file: DataOf<'FileStored'> = {
  fileId: 'f',
  ownerId,
  groupId: null,
  purpose: 'profile-picture',
  mimeType: 'image/webp',
  size: 1,
  width: 1,
  height: 1,
  name: 'me.png',
};
const stored: DomainEvent = { type: 'FileStored', data: file };
const removed: DomainEvent = { type: 'FileRemoved', data: { fileId: 'f' } };

describe('a file', () => {
  it('a file is recorded once, and not again after its removal', () => {
    given().when({ type: 'RecordFile', file }).then(stored);
    given(stored).when({ type: 'RecordFile', file }).then();
    given(stored, removed).when({ type: 'RecordFile', file }).then();
  });

  it('a file is removed once, and only if it was recorded', () => {
    given(stored).when({ type: 'RemoveFile', fileId: 'f' }).then(removed);
    given(stored, removed).when({ type: 'RemoveFile', fileId: 'f' }).then();
    given().when({ type: 'RemoveFile', fileId: 'f' }).then();
    expect(given(stored, removed).state()).toMatchObject({ status: 'removed', ownerId });
  });
});
