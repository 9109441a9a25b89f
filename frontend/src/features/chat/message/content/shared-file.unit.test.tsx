import { render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { group, message } from '../../../../testing/fakes.ts';
import { type Chat, ChatContext } from '../../chat-context.ts';
import { SharedFile } from './shared-file.tsx';

it('a picture, a video and any other file are each shown in their own way (CHAT-09)', () => {
  const chat = { group: group('group-1'), openImage: vi.fn() } as unknown as Chat;
  const shown = (type: 'image' | 'video' | 'file', fileName: string) =>
    render(
      <ChatContext value={chat}>
        <SharedFile message={message('m1', '01', { type, fileName, fileUrl: '/files/f1', fileSize: 2048 })} />
      </ChatContext>,
    ).container;
  expect(shown('image', 'a.png').querySelector('button img')).not.toBeNull();
  expect(shown('video', 'a.mp4').querySelector('video')).not.toBeNull();
  const file = shown('file', 'a.pdf');
  expect(file.textContent).toContain('a.pdf2 KB');
  expect(file.querySelector('a[download="a.pdf"]')).not.toBeNull();
});
