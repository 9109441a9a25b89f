import { formatSize } from '@quorum/contracts/text/file-kinds.ts';
import { Image } from 'lucide-react';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { FileButton } from '../../../shared/ui/controls/file-button.tsx';
import { ErrorLine } from '../../../shared/ui/feedback/error-line.tsx';
import { IMAGE_ACCEPT, IMAGE_HINT } from '../group-image.ts';

export interface ChosenImageProps {
  file: File;
  url: string;
  error: string | undefined;
  onFile: (file: File) => void;
  onRemove: () => void;
}

/** The chosen image with its name and size. It can be replaced or removed. */
export function ChosenImage({ file, url, error, onFile, onRemove }: ChosenImageProps) {
  return (
    <>
      <div className="shot">
        <img src={url} alt="" draggable={false} />
        <div className="shot__bar">
          <div>
            <b className="cut" title={file.name}>
              {file.name}
            </b>
            <small>{formatSize(file.size)}</small>
          </div>
          <FileButton accept={IMAGE_ACCEPT} label="Change Image" icon={<Image className="i i--sm" />} onFile={onFile}>
            Change Image
          </FileButton>
          <Button size="sm" variant="danger-quiet" onClick={onRemove}>
            Remove
          </Button>
        </div>
      </div>
      <span className="field__hint">{IMAGE_HINT}</span>
      {error && <ErrorLine>{error}</ErrorLine>}
    </>
  );
}
