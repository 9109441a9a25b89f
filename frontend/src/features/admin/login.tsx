import type { AnswerOf } from '@quorum/contracts/routes.ts';
import { SESSION_ENDED } from '@quorum/contracts/session/rules.ts';
import { Lock, TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { useAction } from '../../data/actions/use-action.ts';
import { callAs } from '../../data/admin/admin-request.ts';
import { type Credentials, storeCredentials } from '../../data/admin/credentials.ts';
import { isApiError, NO_ANSWER } from '../../data/api/api-error.ts';
import { call } from '../../data/api/call.ts';
import { useServices } from '../../data/services/services-context.tsx';
import { submits } from '../../shared/lib/submits.ts';
import { Button } from '../../shared/ui/controls/button.tsx';
import { Field } from '../../shared/ui/controls/field.tsx';
import { Input } from '../../shared/ui/controls/input.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Badge } from '../../shared/ui/people/badge.tsx';
import { Brand } from '../../shared/ui/people/brand.tsx';
import './login.css';

const RINGS = [600, 820, 1080, 1400];

type Props = {
  /** The credentials were refused while the panel was open. */
  readonly wasEnded: boolean;
  readonly onLogin: (credentials: Credentials) => void;
};

export function Login({ wasEnded, onLogin }: Props) {
  const [closed, setClosed] = useState(false);
  return (
    <div className="admin-login">
      <div className="admin-login__rings" aria-hidden="true">
        {RINGS.map((size) => (
          <i key={size} style={{ width: size, height: size }} />
        ))}
      </div>
      <main className="admin-login__card" tabIndex={-1}>
        <div className="admin-login__top">
          <Brand />
          <Badge>Admin</Badge>
        </div>
        {closed ? <Closed /> : <LoginForm wasEnded={wasEnded} onLogin={onLogin} onClosed={() => setClosed(true)} />}
      </main>
      <footer className="admin-login__foot">Every sign-in and every action here is kept in the audit history.</footer>
    </div>
  );
}

function Closed() {
  return (
    <div className="admin-login__closed">
      <span className="icon-disc">
        <Lock className="i i--lg" />
      </span>
      <h1>The admin panel is closed</h1>
      <p>It opens once an admin username and password are configured.</p>
    </div>
  );
}

function Above({ error, wasEnded }: { readonly error: string | undefined; readonly wasEnded: boolean }) {
  const failure = error ?? (wasEnded && SESSION_ENDED);
  if (!failure) return <p>Reports, configuration and history.</p>;
  return (
    <Notice tone="danger" icon={<TriangleAlert className="i" />}>
      {failure}
    </Notice>
  );
}

function LoginForm({ wasEnded, onLogin, onClosed }: Props & { readonly onClosed: () => void }) {
  const services = useServices();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [invalid, setInvalid] = useState(false);
  const passwordField = useRef<HTMLInputElement>(null);
  const logIn = () => callAs({ username, password }, call('adminSignIn'), services);
  const { act, busy, error } = useAction(logIn, {
    failed: NO_ANSWER,
    next: (answer) => {
      // From here on the token of the visit takes the place of the password, which is not kept.
      const { visitId, token } = answer as AnswerOf<'adminSignIn'>;
      const credentials = { username, password: token, visitId };
      storeCredentials(credentials);
      onLogin(credentials);
    },
    onFailed: (_, cause) => {
      const status = isApiError(cause) ? cause.status : 0;
      if (status === 404) return onClosed();
      setInvalid(status === 401);
      if (status === 401) setPassword('');
      passwordField.current?.focus();
    },
  });
  return (
    <>
      <h1>Log in</h1>
      <Above error={error} wasEnded={wasEnded && !busy} />
      <form onSubmit={submits(() => act(undefined))}>
        <Field label="Username">
          <Input
            autoComplete="username"
            autoFocus
            required
            invalid={invalid}
            value={username}
            onChange={(event) => setUsername(event.target.value)}
          />
        </Field>
        <Field label="Password">
          <Input
            ref={passwordField}
            type="password"
            autoComplete="current-password"
            required
            invalid={invalid}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" block busyLabel={busy && 'Logging in...'}>
          Log in
        </Button>
      </form>
    </>
  );
}
