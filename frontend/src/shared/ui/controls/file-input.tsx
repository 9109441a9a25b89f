import type { Ref } from 'react';

export interface FileInputProps {
  ref: Ref<HTMLInputElement>;
  /** As in <input accept>. Chosen files are passed on unchecked; the caller validates them. */
  accept?: string;
  label: string;
  multiple?: boolean;
  onFiles: (files: readonly [File, ...File[]]) => void;
}

/** A hidden input. The visible control clicks it to open the file dialog. */
export function FileInput({ label, onFiles, ...rest }: FileInputProps) {
  return (
    <input
      {...rest}
      type="file"
      hidden
      aria-label={label}
      // A parent that clicks it must not receive that click again.
      onClick={(event) => event.stopPropagation()}
      onChange={({ target }) => {
        const [first, ...others] = target.files ?? [];
        // Lets the same file be chosen again after an error or a removal.
        target.value = '';
        if (first !== undefined) onFiles([first, ...others]);
      }}
    />
  );
}
