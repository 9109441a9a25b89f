import type { GroupView } from '@quorum/contracts/wire/views.ts';
import { useId } from 'react';
import { CopyButton } from '../../../shared/ui/copy-button.tsx';
import { codeCharacters, inviteLinkOf, spokenLink } from '../invite-share.tsx';

/** Code and link in two rows. */
export function InviteRows({ group: { inviteCode, sixDigitCode } }: { group: GroupView }) {
  const codeId = useId();
  const linkId = useId();
  const link = inviteLinkOf(inviteCode);
  const code = codeCharacters(sixDigitCode).join('');
  return (
    <section>
      <h3>Invite</h3>
      <div className="stack">
        <div className="copyrow">
          <span className="copyrow__label" id={codeId}>
            Code
          </span>
          <span className="copyrow__value copyrow__code tnum">
            <span className="sr">{code}</span>
            <span aria-hidden="true">{`${code.slice(0, 3)} ${code.slice(3)}`}</span>
          </span>
          <CopyButton text={sixDigitCode ?? ''} disabled={!sixDigitCode} aria-describedby={codeId} />
        </div>
        <div className="copyrow">
          <span className="copyrow__label" id={linkId}>
            Link
          </span>
          <span className="copyrow__value">{link === '' ? '-' : spokenLink(link)}</span>
          <CopyButton text={link} disabled={link === ''} aria-describedby={linkId} />
        </div>
      </div>
    </section>
  );
}
