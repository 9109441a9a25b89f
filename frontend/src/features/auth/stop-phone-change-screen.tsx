import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { errorText } from '../../data/api/api-error.ts';
import { userApi } from '../../data/user/user-api.ts';
import { Button } from '../../shared/ui/controls/button.tsx';
import { FullPageMessage } from '../../shared/ui/page/full-page-message.tsx';

/**
 * The target of the link in the warning. It needs no session: anyone who reads the texts of the current number may stop
 * the change. The page sends the request, so previewing the link stops nothing.
 */
export default function StopPhoneChangeScreen() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [stop, { isSuccess, error }] = userApi.useStopPhoneChangeMutation();
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    void stop(token);
  }, [stop, token]);

  if (isSuccess)
    return (
      <FullPageMessage key="stopped" art="whole" title="The change was cancelled">
        Your account keeps this phone number. If you didn’t ask for it, log in and sign out of any devices you don’t
        recognize.
      </FullPageMessage>
    );
  if (error !== undefined)
    return (
      <FullPageMessage
        key="failed"
        art="fading"
        title="We couldn’t cancel the change"
        actions={<Button onClick={() => void stop(token)}>Try Again</Button>}
      >
        {errorText(error, 'Please check your connection and try again.')}
      </FullPageMessage>
    );
  return <FullPageMessage art="whole" title="Cancelling the change…" />;
}
