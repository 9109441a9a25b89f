import type { UserView } from '@quorum/contracts/account/wire.ts';
import { formatSize } from '@quorum/contracts/text/file-kinds.ts';
import { personName } from '@quorum/contracts/text/person-name.ts';
import { Camera } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../data/actions/use-action.ts';
import { avatarOf } from '../../data/user/person-label.ts';
import { profilePictureError, usePictureUpload } from '../../data/user/use-picture-upload.ts';
import { useFileUrl } from '../../shared/hooks/use-file-url.ts';
import { Button } from '../../shared/ui/controls/button.tsx';
import { FileButton } from '../../shared/ui/controls/file-button.tsx';
import { ErrorLine } from '../../shared/ui/feedback/error-line.tsx';
import { Avatar } from '../../shared/ui/people/avatar.tsx';
import './photo-editor.css';

/** The user's picture. Change Photo opens the file dialog; the chosen picture is shown before it is saved. */
export function PhotoEditor({ user }: { user: UserView }) {
  const [changing, setChanging] = useState(false);
  const [photo, setPhoto] = useState<File | null>(null);
  const { act, busy, error, setError } = useAction(usePictureUpload(), {
    failed: 'Failed to update profile picture',
    done: 'Profile picture updated successfully',
    next: () => close(),
  });
  const preview = useFileUrl(photo);

  const choose = (file: File) => {
    const problem = profilePictureError(file);
    setChanging(true);
    setError(problem);
    if (problem === undefined) setPhoto(file);
  };

  const close = () => {
    setChanging(false);
    setPhoto(null);
    setError(undefined);
  };

  const save = () => {
    if (photo === null) setError('Please select a profile picture');
    else void act(photo);
  };

  const stored = avatarOf(user);
  return (
    <div className="photo">
      <Avatar {...stored} photoUrl={preview ?? stored.photoUrl} size={96} />
      <div className="photo__text">
        <h2>{personName(user)}</h2>
        <p className="muted">{photo ? `${photo.name}, ${formatSize(photo.size)}` : 'JPG or PNG, up to 5MB'}</p>
        <div className="photo__acts" data-focus-home="">
          {changing && <SaveOrCancel onSave={save} onCancel={close} saving={busy} />}
          <FileButton
            accept="image/*"
            label="Profile picture"
            variant={changing ? 'ghost' : 'plain'}
            disabled={busy}
            icon={<Camera className="i i--sm" />}
            onOpen={() => setChanging(true)}
            onFile={choose}
          >
            Change Photo
          </FileButton>
        </div>
        {error !== undefined && <ErrorLine>{error}</ErrorLine>}
      </div>
    </div>
  );
}

type SaveOrCancelProps = { onSave: () => void; onCancel: () => void; saving: boolean };

function SaveOrCancel({ onSave, onCancel, saving }: SaveOrCancelProps) {
  return (
    <>
      <Button variant="primary" size="sm" onClick={onSave} busyLabel={saving && 'Saving...'}>
        Save Photo
      </Button>
      <Button size="sm" onClick={onCancel} disabled={saving}>
        Cancel
      </Button>
    </>
  );
}
