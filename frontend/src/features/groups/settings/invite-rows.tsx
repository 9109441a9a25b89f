import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { useId } from 'react';
import { mayIn } from '../../../data/group/group-rights.ts';
import { CopyButton } from '../../../shared/ui/controls/copy-button.tsx';
import { codeCharacters, inviteLinkOf, spokenLink } from '../invite-share.tsx';
import { RenewInvitation } from './renew-invitation.tsx';

/** The code and the link, in two rows. */
export function InviteRows({ group }: { group: GroupView }) {
  const { inviteCode, sixDigitCode } = group;
  const codeId = useId();
  const linkId = useId();
  const link = inviteLinkOf(inviteCode);
  const code = codeCharacters(sixDigitCode).join('');
  return (
    <section>
      <div className="group-settings__invite">
        <h3>Invite</h3>
        {mayIn(group, 'renewInvitation') && <RenewInvitation group={group} />}
      </div>
      <div className="stack">
        <div className="copy-row">
          <span className="copy-row__label" id={codeId}>
            Code
          </span>
          <span className="copy-row__value copy-row__code cut tabular-digits">
            <span className="visually-hidden">{code}</span>
            <span aria-hidden="true">{`${code.slice(0, 3)} ${code.slice(3)}`}</span>
          </span>
          <CopyButton text={sixDigitCode ?? ''} disabled={!sixDigitCode} aria-describedby={codeId} />
        </div>
        <div className="copy-row">
          <span className="copy-row__label" id={linkId}>
            Link
          </span>
          <span className="copy-row__value cut">{link === '' ? '-' : spokenLink(link)}</span>
          <CopyButton text={link} disabled={link === ''} aria-describedby={linkId} />
        </div>
      </div>
    </section>
  );
}
