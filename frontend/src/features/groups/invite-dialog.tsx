import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { useAccent } from '../../shared/ui/feedback/accent-scope.tsx';
import { Dialog } from '../../shared/ui/overlays/dialog.tsx';
import { GroupAvatar } from '../../shared/ui/people/group-avatar.tsx';
import './invite-dialog.css';
import { InviteShare } from './invite-share.tsx';

const STEPS = [
  'Send the code or the link to the people you want here.',
  'They sign in with their phone number.',
  'They see this group and press Join Group.',
];

export function InviteDialog({ group, onClose }: { group: GroupView; onClose: () => void }) {
  const accent = useAccent();
  return (
    <Dialog open onClose={onClose} title="Invite Members" className="invite" accent="personal">
      <div className="invite__who">
        <GroupAvatar size={64} name={group.name} imageUrl={group.imageUrl} accent={accent} />
        <div>
          <h3>{group.name}</h3>
          <p>{group.description}</p>
        </div>
      </div>
      <div className="share">
        <InviteShare inviteCode={group.inviteCode} sixDigitCode={group.sixDigitCode} />
        <div>
          <div className="share__h share__h--low">
            <span>How it works</span>
          </div>
          <ol className="how">
            {STEPS.map((step) => (
              <li key={step}>
                <span>{step}</span>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </Dialog>
  );
}
