import type { ReactNode } from 'react';
import { PhoneForm } from '../../features/auth/phone-form.tsx';
import { InvitePaper, Processing } from '../../features/invites/invite-paper.tsx';
import { EntryPage } from '../../shared/ui/entry-page.tsx';

/**
 * What a page shows until the app stands there; before-paint.ts says which. It cannot be used yet, so that nothing is typed into what
 * the app then replaces.
 */
function Picture({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="picture" data-name={name} inert>
      {children}
    </div>
  );
}

/** Both modes of sign-in: which of them comes first depends on what the browser remembers. */
export function SignInPictures() {
  return (['login', 'signup'] as const).map((mode) => (
    <Picture key={mode} name={mode}>
      <EntryPage seat={{ kind: 'open' }}>
        <PhoneForm mode={mode} phone="" />
      </EntryPage>
    </Picture>
  ));
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
