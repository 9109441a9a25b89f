import { type ReactNode, useRef } from 'react';
import { IMAGE_ACCEPT } from './group-image.ts';

/** A hidden file input and the way to open its dialog from any button. */
export function useFileDialog(label: string, onFile: (file: File) => void): { open: () => void; input: ReactNode } {
  const input = useRef<HTMLInputElement>(null);
  return {
    open: () => input.current?.click(),
    input: (
      <input
        ref={input}
        type="file"
        hidden
        accept={IMAGE_ACCEPT}
        aria-label={label}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // So that the same file can be chosen again after an error.
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    ),
  };
}
