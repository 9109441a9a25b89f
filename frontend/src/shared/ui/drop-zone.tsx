import { Image, Upload } from 'lucide-react';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { ErrorLine } from './error-line.tsx';

export interface DropZoneProps {
  title: string;
  hint?: ReactNode;
  buttonLabel?: string;
  /** As in <input accept>. Dropped files are passed on unchecked; the caller validates them. */
  accept: string;
  multiple?: boolean;
  icon?: ReactNode;
  error?: string | null | false;
  disabled?: boolean;
  onFiles: (files: File[]) => void;
}

/** A place to drop files on, with a button that opens the file dialog. The error is shown below it. */
export function DropZone(props: DropZoneProps) {
  const { title, hint, buttonLabel = 'Choose a file', accept, multiple, icon, error, disabled, onFiles } = props;
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const errorId = useId();

  const take = (list: FileList | null) => {
    const files = [...(list ?? [])];
    if (files.length > 0) onFiles(multiple ? files : files.slice(0, 1));
  };

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) take(event.dataTransfer.files);
  };

  return (
    <div className="field">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button inside does the same by keyboard */}
      <div
        className="dropzone"
        data-over={over || undefined}
        data-invalid={error ? true : undefined}
        onClick={() => !disabled && input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(!disabled);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <span className="dropzone__icon">{icon ?? <Image className="i" aria-hidden="true" />}</span>
        <b>{title}</b>
        {hint && <span>{hint}</span>}
        <Button
          size="sm"
          icon={<Upload className="i i--sm" aria-hidden="true" />}
          disabled={disabled}
          aria-describedby={error ? errorId : undefined}
        >
          {buttonLabel}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept={accept}
          multiple={multiple}
          aria-label={title}
          onClick={(event) => event.stopPropagation()}
          onChange={(event) => {
            take(event.target.files);
            // Lets the same file be chosen again after an error.
            event.target.value = '';
          }}
        />
      </div>
      {error && <ErrorLine id={errorId}>{error}</ErrorLine>}
    </div>
  );
}
