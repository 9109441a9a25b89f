import { type ReactNode, useRef } from 'react';
import { IMAGE_ACCEPT } from './group-image.ts';

/** A hidden file input, and a function that opens its dialog. */
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
          // Lets the same file be chosen again after an error.
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    ),
  };
}
