import { waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Outgoing } from '../../../data/message/outbox/outbox-slice.ts';
import { ada, json, signedInServices } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { OutgoingFile } from './outgoing-file.tsx';

const about = { name: 'boat.png', size: 3, progress: 0 };
const outgoing: Outgoing = {
  id: 'message-1',
  groupId: 'group-1',
  content: '',
  replyTo: null,
  at: 1,
  state: 'queued',
  file: about,
};
const picture = new File(['abc'], 'boat.png', { type: 'image/png' });

const open = async (place: 'page' | 'browser') => {
  const { services } = signedInServices(() => json({}));
  if (place === 'page') services.waitingFiles.hold(outgoing.id, picture);
  else await services.keptFiles.put(ada._id, outgoing.id, picture);
  renderScreen(<OutgoingFile outgoing={outgoing} file={about} />, services);
};

describe('a picture that waits to be sent', () => {
  it.each(['page', 'browser'] as const)('is shown while it is kept by the %s', async (place) => {
    await open(place);
    await waitFor(() => expect(document.querySelector('img.queue__pic')).not.toBeNull());
  });
});
