import { SESSION_ENDED } from '@quorum/contracts/session/rules.ts';
import { use } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useServices } from '../../data/services/services-context.tsx';
import { selectSession, signedIn } from '../../data/session/session-slice.ts';
import { useAppDispatch, useAppSelector } from '../../data/store/hooks.ts';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { SignInScreen, type SignInScreenProps } from './sign-in-screen.tsx';

/** The sign-in screen inside the app, shown after a session ended. Route guards remove it when another session starts. */
export function SignInInApp(props: Pick<SignInScreenProps, 'codeHelper' | 'invitation'>) {
  const { leaving } = useServices();
  if (leaving !== undefined) use(leaving);
  const location = useLocation();
  const { pathname, search } = location;
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const { wasEnded } = useAppSelector(selectSession);
  return (
    <SignInScreen
      {...props}
      reason={wasEnded && <Ended />}
      entry={{
        pathname,
        search,
        state: location.state as unknown,
        replaceState: (next) => void navigate({ pathname, search }, { replace: true, state: next }),
      }}
      onSignedIn={async (session) => {
        dispatch(signedIn(session));
      }}
    />
  );
}

function Ended() {
  return (
    <div role="alert">
      <Notice tone="warn">{SESSION_ENDED}</Notice>
    </div>
  );
}
