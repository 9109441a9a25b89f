import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeUploads } from '../../../testing/fake-uploads.ts';
import { fakeServices, json } from '../../../testing/fakes.ts';
import { makeStore } from '../../../testing/make-store.ts';
import { postOutgoing } from './outbox.ts';
import { type Outgoing, outgoingChanged } from './outbox-slice.ts';

afterEach(() => vi.unstubAllGlobals());

const refusalOf = async (file: File): Promise<unknown> => {
  const { services } = fakeServices(() => json({}));
  const store = makeStore(services);
  const outgoing: Outgoing = {
    id: 'm',
    groupId: 'g',
    content: '',
    replyTo: null,
    at: 1,
    state: 'sending',
    file,
  };
  store.dispatch(outgoingChanged(outgoing));
  return store.dispatch(postOutgoing(outgoing));
};

describe('a file that is too large for its kind', () => {
  it('a file that is too large for its kind is reported with its size, even if the server learned its length late (MEDIA-06)', async () => {
    fakeUploads(() => ({ status: 413, body: { error: 'The file exceeds 25MB limit for files' } }));
    const file = new File([new Uint8Array(25 * 1024 * 1024 + 100)], 'no-film.mp4', { type: 'video/mp4' });
    expect(await refusalOf(file)).toEqual({ status: 413, error: '25.1 MB exceeds 25MB limit for files' });
  });

  it('a refusal that already names the size of the file, or another reason, keeps its message', async () => {
    fakeUploads(() => ({ status: 413, body: { error: '212 MB exceeds 100MB limit for videos' } }));
    expect(await refusalOf(new File(['x'], 'x.mp4'))).toMatchObject({ error: '212 MB exceeds 100MB limit for videos' });
    fakeUploads(() => ({ status: 400, body: { error: 'The upload could not be read' } }));
    expect(await refusalOf(new File(['x'], 'x.mp4'))).toMatchObject({ error: 'The upload could not be read' });
  });
});
