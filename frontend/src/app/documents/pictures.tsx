import type { ReactNode } from 'react';
import { PhoneForm } from '../../features/auth/phone-form.tsx';
import { InvitePaper, Processing } from '../../features/invites/invite-paper.tsx';
import { EntryPage } from '../../shared/ui/page/entry-page.tsx';
import { Waiting } from '../waiting.tsx';

/**
 * Shown until the app has rendered; before-paint.ts chooses the picture. It is inert, so nothing can be typed into what
 * the app then replaces.
 */
function Picture({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="picture" data-name={name} inert>
      {children}
    </div>
  );
}

/** Both modes of sign-in. Which comes first depends on what the browser remembers. */
export function SignInPictures() {
  return (['login', 'signup'] as const).map((mode) => (
    <Picture key={mode} name={mode}>
      <EntryPage seat={{ kind: 'open' }}>
        <PhoneForm mode={mode} phone="" />
      </EntryPage>
    </Picture>
  ));
}

/** For every screen without a picture of its own. */
export function MarkPicture() {
  return (
    <Picture name="mark">
      <Waiting />
    </Picture>
  );
}

export function InvitePicture() {
  return (
    <Picture name="invite">
      <InvitePaper>
        <Processing />
      </InvitePaper>
    </Picture>
  );
}
