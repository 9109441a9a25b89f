import { formatSize } from '@quorum/contracts/text/file-kinds.ts';
import type { UserView } from '@quorum/contracts/wire/views.ts';
import { Camera } from 'lucide-react';
import { type FormEvent, type Ref, useRef, useState } from 'react';
import { errorText } from '../../data/api/api-error.ts';
import { profilePictureError } from '../../data/user/profile-picture.ts';
import { usePictureUpload } from '../../data/user/use-picture-upload.ts';
import { useCompleteProfileMutation } from '../../data/user/user-api.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ErrorLine } from '../../shared/ui/error-line.tsx';
import { FileButton } from '../../shared/ui/file-button.tsx';
import { useToast } from '../../shared/ui/toast.tsx';

export interface PhotoStepProps {
  user: UserView;
  photo: File | null;
  photoUrl: string | undefined;
  onPhoto: (photo: File | null) => void;
  onBack: () => void;
  titleRef: Ref<HTMLHeadingElement>;
}

export function PhotoStep({ user, photo, photoUrl, onPhoto, onBack, titleRef }: PhotoStepProps) {
  const [error, setError] = useState<string>();
  const [upload, uploading] = usePictureUpload('Failed to upload profile picture');
  const [complete, completing] = useCompleteProfileMutation();
  // So that a failed completion does not send the picture again.
  const uploaded = useRef<File | null>(null);
  const toast = useToast();
  const busy = uploading || completing.isLoading;
  const hasPicture = photo !== null || user.profilePictureUrl !== null;

  const choose = (file: File) => {
    const problem = profilePictureError(file);
    setError(problem);
    if (problem === undefined) onPhoto(file);
  };

  /** The guards leave this screen as soon as the profile is complete. */
  const finish = async () => {
    const answer = await complete();
    if (answer.error !== undefined) setError(errorText(answer.error, 'Failed to complete profile setup'));
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setError(undefined);
    if (photo !== null && photo !== uploaded.current) {
      const problem = await upload(photo);
      if (problem !== undefined) {
        setError(problem);
        return;
      }
      uploaded.current = photo;
      toast('Profile picture uploaded successfully!');
    }
    await finish();
  };

  const skip = async () => {
    if (busy) return;
    setError(undefined);
    await finish();
  };

  return (
    <>
      <div>
        <h1 ref={titleRef} tabIndex={-1}>
          Add a profile picture
        </h1>
        <p>Optional. JPG or PNG, up to 5MB</p>
      </div>
      <form onSubmit={submit}>
        <div className="field">
          <div className="setup__photo" data-invalid={error !== undefined || undefined}>
            <Avatar
              size={96}
              photoUrl={photoUrl ?? user.profilePictureUrl}
              name={user.firstName}
              phoneLast2={user.phoneNumber}
            />
            <div>
              <b>{photo?.name ?? (hasPicture ? 'Your picture' : 'No picture yet')}</b>
              {photo && <p className="muted">{formatSize(photo.size)}</p>}
              <FileButton
                accept="image/*"
                label="Profile picture"
                disabled={busy}
                icon={<Camera className="i i--sm" aria-hidden="true" />}
                onFile={choose}
              >
                {hasPicture ? 'Change Photo' : 'Choose Photo'}
              </FileButton>
            </div>
          </div>
          {error !== undefined && <ErrorLine>{error}</ErrorLine>}
        </div>
        <div className="setup__row">
          <Button size="lg" onClick={onBack} disabled={busy}>
            Back
          </Button>
          <Button
            type="submit"
            variant="primary"
            size="lg"
            disabled={!hasPicture}
            busyLabel={uploading ? 'Uploading...' : completing.isLoading && 'Finishing...'}
          >
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
