import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { group, message } from '../../../../testing/fakes.ts';
import { type Chat, ChatContext } from '../../chat-context.ts';
import { SharedFile } from './shared-file.tsx';

it('a picture with a fresh address is shown again (SAFE-04)', () => {
  const chat = { group: group('group-1'), openImage: vi.fn() } as unknown as Chat;
  const shown = (fileUrl: string) => (
    <ChatContext value={chat}>
      <SharedFile message={message('m1', '01', { type: 'image', fileName: 'a.png', fileUrl })} />
    </ChatContext>
  );
  const { rerender } = render(shown('/files/f1?e=1'));
  fireEvent.error(screen.getByRole('img'));
  expect(screen.queryByRole('img')).toBeNull();
  rerender(shown('/files/f1?e=2'));
  expect(screen.getByRole<HTMLImageElement>('img').src).toContain('/files/f1?e=2');
});
