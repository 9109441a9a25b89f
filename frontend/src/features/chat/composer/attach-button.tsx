import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { FileInput } from '../../../shared/ui/file-input.tsx';
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
      <FileInput ref={picker} multiple label="Files to attach" onFiles={onFiles} />
    </>
  );
}
