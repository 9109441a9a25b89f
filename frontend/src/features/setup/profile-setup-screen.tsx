import './setup.css';
import type { UserView } from '@quorum/contracts/account/wire.ts';
import { personInitial } from '@quorum/contracts/text/initials.ts';
import { formatPhone } from '@quorum/contracts/text/phone.ts';
import { useEffect, useRef, useState } from 'react';
import { selectUser } from '../../data/session/session-slice.ts';
import { useAppSelector } from '../../data/store/hooks.ts';
import { useFileUrl } from '../../shared/hooks/use-file-url.ts';
import { Stepper } from '../../shared/ui/controls/stepper.tsx';
import { EntryPage } from '../../shared/ui/page/entry-page.tsx';
import type { OwnSeat } from '../../shared/ui/people/seat-ring.tsx';
import { EmailStep } from './email-step.tsx';
import { NameStep } from './name-step.tsx';
import { PhotoStep } from './photo-step.tsx';

export type SetupStep = 0 | 1 | 2;

export const setupSteps = ['Email', 'Name', 'Photo'] as const;

/** The first incomplete step. */
export const startingStep = (user: Pick<UserView, 'email' | 'firstName' | 'lastName'>): SetupStep => {
  if (user.email === '') return 0;
  return user.firstName === '' || user.lastName === '' ? 1 : 2;
};

/** Email, name, photo. Route guards lead people with an unfinished profile here, and others away. */
export default function ProfileSetupScreen() {
  const user = useAppSelector(selectUser);
  return user && <ProfileSetup user={user} />;
}

function ProfileSetup({ user }: { user: UserView }) {
  const [step, setStep] = useState(() => startingStep(user));
  const [name, setName] = useState({ firstName: user.firstName, lastName: user.lastName });
  const [photo, setPhoto] = useState<File | null>(null);
  const photoUrl = useFileUrl(photo);
  const title = useRef<HTMLHeadingElement>(null);
  const moved = useRef(false);

  // The step that had the focus is gone. The new one focuses its field, or its title if it has none.
  useEffect(() => {
    if (moved.current && step === 2) title.current?.focus();
    moved.current = true;
  }, [step]);

  const goTo = (next: SetupStep) => () => setStep(next);
  return (
    <EntryPage seat={seatOf(user, step, name, photoUrl)}>
      <section className="setup">
        <Stepper steps={setupSteps} current={step} />
        {step === 0 && <EmailStep user={user} onDone={goTo(1)} />}
        {step === 1 && <NameStep name={name} onName={setName} onBack={goTo(0)} onDone={goTo(2)} />}
        {step === 2 && (
          <PhotoStep
            user={user}
            photo={photo}
            photoUrl={photoUrl}
            onPhoto={setPhoto}
            onBack={goTo(1)}
            titleRef={title}
          />
        )}
      </section>
    </EntryPage>
  );
}

const seatOf = (
  user: UserView,
  step: SetupStep,
  { firstName, lastName }: { readonly firstName: string; readonly lastName: string },
  photoUrl: string | undefined,
): OwnSeat => {
  const fullName = `${firstName.trim()} ${lastName.trim()}`.trim();
  const picture = photoUrl ?? user.profilePictureUrl;
  if (step === 0 || fullName === '')
    return { kind: 'text', text: personInitial('', user.phoneNumber), name: formatPhone(user.phoneNumber) };
  if (step === 2 && picture) return { kind: 'photo', src: picture, name: fullName };
  return { kind: 'text', text: personInitial(firstName, user.phoneNumber), name: fullName };
};
