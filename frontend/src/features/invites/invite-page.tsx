import type { GroupPreview } from '@quorum/contracts/invite/wire.ts';
import { PRODUCT_NAME } from '@quorum/contracts/kernel/product.ts';
import { outsiderColor } from '@quorum/contracts/text/group-colors.ts';
import { type Invite, parseInviteSegment } from '@quorum/contracts/text/join-input.ts';
import { personName } from '@quorum/contracts/text/person-name.ts';
import { Link as LinkIcon } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom';
import { errorText, isApiError, isTemporary, NO_ANSWER } from '../../data/api/api-error.ts';
import { useServices } from '../../data/services/services-context.tsx';
import { askedAddress } from '../../data/session/asked-address.ts';
import { forgetInvite, keepInvite } from '../../data/session/invite.ts';
import { selectSession } from '../../data/session/session-slice.ts';
import { useAppSelector } from '../../data/store/hooks.ts';
import { mobileSystem } from '../../shared/lib/mobile-device.ts';
import { Button } from '../../shared/ui/controls/button.tsx';
import { ErrorLine } from '../../shared/ui/feedback/error-line.tsx';
import { Spinner } from '../../shared/ui/feedback/spinner.tsx';
import { GroupAvatar } from '../../shared/ui/people/group-avatar.tsx';
import { GroupCover, GroupFacts } from '../../shared/ui/people/group-preview-card.tsx';
import { InviteFrame } from './invite-frame.tsx';
import { Processing } from './invite-paper.tsx';
import './invites.css';
import { type AskedGroup, useAskedGroup } from './use-asked-group.ts';
import { DEAD_INVITATION, useInvitation } from './use-invitation.ts';
import { useJoin } from './use-join.ts';

export const INVITE_FAILED = 'Invalid invitation link';
const INVALID = 'Invalid Invite Link';
/** The link is valid, but this person may not use it. */
const CANNOT_JOIN = 'You Can’t Join This Group';
/** The server did not answer, so the link may be valid. */
const UNANSWERED = 'This Invitation Didn’t Load';

/** Where visitors go who cannot be asked to join yet. */
const detours = {
  phone: (inviteCode: string) => `/app-download?invite=${encodeURIComponent(inviteCode)}`,
  stranger: () => '/signup?invite=true',
  newcomer: () => '/profile-setup',
};
type Detoured = keyof typeof detours;
type Visitor = Detoured | 'member' | 'unknown';
const isDetoured = (visitor: Visitor): visitor is Detoured => visitor in detours;

const useVisitor = (): Visitor => {
  const { status, user } = useAppSelector(selectSession);
  if (mobileSystem(navigator.userAgent, navigator.maxTouchPoints) !== undefined) return 'phone';
  if (status === 'signedOut') return 'stranger';
  if (status === 'checking') return 'unknown';
  return user?.profileComplete === false ? 'newcomer' : 'member';
};

/** `/{inviteCode}`: finds out who the visitor is, then asks whether to join. */
export default function InvitePage() {
  const { inviteCode = '' } = useParams();
  const visitor = useVisitor();
  const invite = parseInviteSegment(inviteCode);
  const asks = visitor === 'member';
  const asked = useAskedGroup(asks ? invite : undefined);

  if (invite === undefined) return <Navigate to="/dashboard" replace />;
  return (
    <InviteFrame asked={asked}>
      {asks && <InviteQuestion key={inviteCode} invite={invite} asked={asked} />}
      {visitor === 'unknown' && <Processing />}
      {isDetoured(visitor) && <Detour key={inviteCode} invite={invite} inviteCode={inviteCode} visitor={visitor} />}
    </InviteFrame>
  );
}

/** Leads to the page that comes before the question, unless the invitation is dead. The next page reads a kept one. */
function Detour({ invite, inviteCode, visitor }: { invite: Invite; inviteCode: string; visitor: Detoured }) {
  const navigate = useNavigate();
  const { storage } = useServices();
  const state: unknown = useLocation().state;
  const asked = useInvitation(invite);
  const settle = useEffectEvent((isDead: boolean) => {
    if (isDead) return forgetInvite(storage);
    if (visitor !== 'phone') keepInvite(storage, inviteCode);
    void navigate(detours[visitor](inviteCode), { replace: true, state });
  });
  const isDead = asked?.isDead;
  useEffect(() => {
    if (isDead !== undefined) settle(isDead);
  }, [isDead]);
  if (!isDead) return <Processing />;
  return <InvalidInvite {...DEAD} onContinue={() => void navigate('/dashboard', { replace: true })} />;
}

/** Forgets an invalid invitation, and ends that of a member in the group. */
const useSettledInvite = ({ data: group, error, isFetching }: AskedGroup) => {
  const navigate = useNavigate();
  const { storage, now } = useServices();
  const state: unknown = useLocation().state;
  const end = (path: string) => {
    forgetInvite(storage);
    void navigate(path, { replace: true });
  };
  /** Leads to the address that was asked for before, if it lies in the group. */
  const open = (groupId: string) => {
    const asked = askedAddress(state, now());
    const path = `/dashboard/group/${groupId}`;
    end(asked?.startsWith(`${path}/`) ? asked : path);
  };
  const openAsMember = useEffectEvent(open);
  // A preview that is loaded again after joining also says `member`, and leads to the same place.
  const memberOf = group?.isAlreadyMember ? group._id : undefined;
  useEffect(() => {
    if (memberOf !== undefined) openAsMember(memberOf);
  }, [memberOf]);
  const failed = error !== undefined && !isFetching;
  // A lost connection says nothing about the invitation.
  const invalid = failed && isApiError(error) && !isTemporary(error);
  useEffect(() => {
    if (invalid) forgetInvite(storage);
  }, [invalid, storage]);
  return { end, open, failed, isMember: memberOf !== undefined };
};

function InviteQuestion({ invite, asked }: { invite: Invite; asked: AskedGroup }) {
  const { data: group, error, isFetching, refetch } = asked;
  const { end, open, failed, isMember } = useSettledInvite(asked);
  const {
    act,
    busy,
    error: joinError,
  } = useJoin(
    ({ _id }) => open(_id),
    () => void refetch(),
  );
  if (failed) return <InvalidInvite {...failureOf(error, () => void refetch())} onContinue={() => end('/dashboard')} />;
  if (group === undefined || isFetching || isMember) return <Processing />;
  if (busy) return <Joining name={group.name} />;
  return (
    <JoinQuestion group={group} error={joinError} onCancel={() => end('/dashboard')} onJoin={() => void act(invite)} />
  );
}

const DEAD = { title: INVALID, reason: DEAD_INVITATION };

/** Another attempt can help only where the server did not answer the question. */
const failureOf = (error: unknown, onRetry: () => void) => {
  if (!isApiError(error) || isTemporary(error))
    return { title: UNANSWERED, reason: errorText(error, NO_ANSWER), onRetry };
  return error.status === 403 ? { title: CANNOT_JOIN, reason: errorText(error, INVITE_FAILED) } : DEAD;
};

function Joining({ name }: { name: string }) {
  return (
    <section className="inv__state" role="status">
      <Spinner />
      <h1>Joining Group...</h1>
      <p>{name}</p>
    </section>
  );
}

interface JoinQuestionProps {
  group: GroupPreview;
  error: string | undefined;
  onCancel: () => void;
  onJoin: () => void;
}

function JoinQuestion({ group, error, onCancel, onJoin }: JoinQuestionProps) {
  return (
    <>
      <GroupCover className="inv__cover" imageUrl={group.imageUrl} />
      <div className="inv__body">
        <GroupAvatar name={group.name} imageUrl={group.imageUrl} accent={outsiderColor(group._id).accent} />
        <h1>Join this group?</h1>
        <h2>{group.name}</h2>
        <p>{group.description}</p>
        <GroupFacts className="inv__meta" memberCount={group.memberCount} createdBy={personName(group.createdBy)} />
        {error && <ErrorLine>{error}</ErrorLine>}
        <div className="inv__btns">
          <Button size="lg" onClick={onCancel}>
            Cancel
          </Button>
          <Button size="lg" variant="primary" data-answer="" onClick={onJoin}>
            Join Group
          </Button>
        </div>
      </div>
    </>
  );
}

interface InvalidInviteProps {
  title: string;
  reason: string;
  onRetry?: () => void;
  onContinue: () => void;
}

function InvalidInvite(props: InvalidInviteProps) {
  return (
    <section className="inv__state">
      <span className="inv__broken">
        <LinkIcon className="i" />
      </span>
      <h1>{props.title}</h1>
      <p role="alert">{props.reason}</p>
      <div className="inv__btns">
        {props.onRetry && (
          <Button size="lg" data-answer="" onClick={props.onRetry}>
            Try Again
          </Button>
        )}
        <Button size="lg" variant="primary" data-answer="" onClick={props.onContinue}>
          Continue to {PRODUCT_NAME}
        </Button>
      </div>
    </section>
  );
}
