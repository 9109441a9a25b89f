import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '../../../shared/ui/icon-button.tsx';

export function AttachButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        label="Attach files"
        icon={<Paperclip className="i" aria-hidden="true" />}
        onClick={() => picker.current?.click()}
      />
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // Lets the same file be chosen again after it was removed.
          target.value = '';
        }}
      />
    </>
  );
}
