import type { UserView } from '@quorum/contracts/account/wire.ts';
import { formatSize } from '@quorum/contracts/text/file-kinds.ts';
import { Camera } from 'lucide-react';
import { type Ref, useRef } from 'react';
import { useAction } from '../../data/actions/use-action.ts';
import { avatarOf } from '../../data/user/person-label.ts';
import { profilePictureError, usePictureUpload } from '../../data/user/use-picture-upload.ts';
import { userApi } from '../../data/user/user-api.ts';
import { submits } from '../../shared/lib/submits.ts';
import { Button } from '../../shared/ui/controls/button.tsx';
import { FileButton } from '../../shared/ui/controls/file-button.tsx';
import { ErrorLine } from '../../shared/ui/feedback/error-line.tsx';
import { Avatar } from '../../shared/ui/people/avatar.tsx';

export interface PhotoStepProps {
  user: UserView;
  photo: File | null;
  photoUrl: string | undefined;
  onPhoto: (photo: File | null) => void;
  onBack: () => void;
  titleRef: Ref<HTMLHeadingElement>;
}

/** Uploads the chosen picture, when there is one, and completes the profile. */
const useFinishing = (photo: File | null) => {
  const [complete] = userApi.useCompleteProfileMutation();
  const completing = useAction(() => complete(), { failed: 'Failed to complete profile setup' });
  const upload = usePictureUpload();
  // A failed completion must not send the picture again.
  const uploaded = useRef<File | null>(null);
  const uploading = useAction(upload, {
    failed: 'Failed to upload profile picture',
    done: 'Profile picture uploaded successfully!',
    next: () => {
      uploaded.current = photo;
      return completing.act(undefined);
    },
  });
  const setError = (problem: string | undefined) => {
    uploading.setError(problem);
    completing.setError(undefined);
  };
  /** The route guards leave this screen once the profile is complete. */
  const finish = (picture: File | null) => {
    if (uploading.busy || completing.busy) return;
    setError(undefined);
    void (picture === null || picture === uploaded.current ? completing.act(undefined) : uploading.act(picture));
  };
  return {
    error: uploading.error ?? completing.error,
    setError,
    submit: () => finish(photo),
    skip: () => finish(null),
    busy: uploading.busy || completing.busy,
    busyLabel: completing.busy ? 'Finishing...' : uploading.busy && 'Uploading...',
  };
};

export function PhotoStep({ user, photo, photoUrl, onPhoto, onBack, titleRef }: PhotoStepProps) {
  const { error, setError, submit, skip, busy, busyLabel } = useFinishing(photo);
  const hasPicture = photo !== null || user.profilePictureUrl !== null;

  const choose = (file: File) => {
    const problem = profilePictureError(file);
    setError(problem);
    if (problem === undefined) onPhoto(file);
  };

  return (
    <>
      <div>
        <h1 ref={titleRef} tabIndex={-1}>
          Add a profile picture
        </h1>
        <p>Optional. JPG or PNG, up to 5MB</p>
      </div>
      <form onSubmit={submits(submit)}>
        <div className="field">
          <ProfilePhoto
            user={user}
            photo={photo}
            photoUrl={photoUrl}
            hasPicture={hasPicture}
            invalid={error !== undefined}
            disabled={busy}
            onChoose={choose}
          />
          {error !== undefined && <ErrorLine>{error}</ErrorLine>}
        </div>
        <div className="setup__row">
          <Button size="lg" onClick={onBack} disabled={busy}>
            Back
          </Button>
          <Button type="submit" variant="primary" size="lg" disabled={!hasPicture} busyLabel={busyLabel}>
            Finish
          </Button>
        </div>
        <button type="button" className="link setup__skip" disabled={busy} onClick={skip}>
          Skip for now
        </button>
      </form>
    </>
  );
}

interface ProfilePhotoProps extends Pick<PhotoStepProps, 'user' | 'photo' | 'photoUrl'> {
  hasPicture: boolean;
  invalid: boolean;
  disabled: boolean;
  onChoose: (file: File) => void;
}

function ProfilePhoto({ user, photo, photoUrl, hasPicture, invalid, disabled, onChoose }: ProfilePhotoProps) {
  const stored = avatarOf(user);
  return (
    <div className="setup__photo" data-invalid={invalid || undefined}>
      <Avatar {...stored} photoUrl={photoUrl ?? stored.photoUrl} size={96} />
      <div>
        <b className="cut">{photo?.name ?? (hasPicture ? 'Your picture' : 'No picture yet')}</b>
        {photo && <p className="muted">{formatSize(photo.size)}</p>}
        <FileButton
          accept="image/*"
          label="Profile picture"
          disabled={disabled}
          icon={<Camera className="i i--sm" />}
          onFile={onChoose}
        >
          {hasPicture ? 'Change Photo' : 'Choose Photo'}
        </FileButton>
      </div>
    </div>
  );
}
