import { useLocation, useNavigate } from 'react-router-dom';
import { signedIn } from '../../data/session/session-slice.ts';
import { useAppDispatch } from '../../data/store/hooks.ts';
import { SignInScreen, type SignInScreenProps } from './sign-in-screen.tsx';

/** The screen within the app, after a session ended there. Route guards remove it once another has begun. */
export function SignInInApp(props: Pick<SignInScreenProps, 'codeHelper' | 'invitation'>) {
  const location = useLocation();
  const { pathname, search } = location;
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  return (
    <SignInScreen
      {...props}
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
