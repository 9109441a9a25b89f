import { useRef } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { FileInput } from './file-input.tsx';

export interface FileButtonProps extends Omit<ButtonProps, 'onClick' | 'busyLabel' | 'size'> {
  accept: string;
  /** Accessible name of the hidden file input. */
  label: string;
  onFile: (file: File) => void;
  /** The file dialog is about to open. It may be closed again without a choice. */
  onOpen?: () => void;
}

/** A button that opens the file dialog for one file. */
export function FileButton({ accept, label, onFile, onOpen, ...rest }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        {...rest}
        size="sm"
        onClick={() => {
          input.current?.click();
          onOpen?.();
        }}
      />
      <FileInput ref={input} accept={accept} label={label} onFiles={([file]) => onFile(file)} />
    </>
  );
}
