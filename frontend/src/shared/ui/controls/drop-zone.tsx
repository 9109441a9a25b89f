import { type LucideIcon, Upload } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { useFileDrop } from '../../hooks/use-file-drop.ts';
import { ErrorLine } from '../feedback/error-line.tsx';
import { Button } from './button.tsx';
import { FileInput } from './file-input.tsx';

export interface DropZoneProps {
  icon: LucideIcon;
  title: string;
  hint?: ReactNode;
  /** As in <input accept>. Files are passed on unchecked; the caller validates them. */
  accept: string;
  error?: string | null | false;
  onFile: (file: File) => void;
}

/** A place to drop a file on, with a button that opens the file dialog. The error is shown below it. */
export function DropZone(props: DropZoneProps) {
  const { icon: Icon, title, hint, accept, error, onFile } = props;
  const input = useRef<HTMLInputElement>(null);
  const errorId = useId();
  const { isOver, handlers } = useFileDrop(([file]) => {
    if (file !== undefined) onFile(file);
  });

  return (
    <div className="field">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button inside does the same by keyboard */}
      <div
        className="dropzone"
        data-over={isOver || undefined}
        data-invalid={error ? true : undefined}
        onClick={() => input.current?.click()}
        {...handlers}
      >
        <span className="dropzone__icon">
          <Icon className="i" />
        </span>
        <b>{title}</b>
        {hint && <span>{hint}</span>}
        <Button size="sm" icon={<Upload className="i i--sm" />} aria-describedby={error ? errorId : undefined}>
          Choose a file
        </Button>
        <FileInput ref={input} accept={accept} label={title} onFiles={([file]) => onFile(file)} />
      </div>
      {error && <ErrorLine id={errorId}>{error}</ErrorLine>}
    </div>
  );
}
