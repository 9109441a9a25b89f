import { useRef } from 'react';
import { Button, type ButtonProps } from './button.tsx';

export interface FileButtonProps extends Omit<ButtonProps, 'onClick' | 'busyLabel'> {
  /** As in <input accept>. The chosen file is passed on unchecked; the caller validates it. */
  accept: string;
  /** Accessible name of the hidden file input. */
  label: string;
  onFile: (file: File) => void;
  /** The file dialog is about to open. It may be closed again without a choice. */
  onOpen?: () => void;
}

/** A button that opens the file dialog for one file. */
export function FileButton({ accept, label, onFile, onOpen, size = 'sm', ...rest }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        {...rest}
        size={size}
        onClick={() => {
          input.current?.click();
          onOpen?.();
        }}
      />
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // Lets the same file be chosen again after an error.
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}
