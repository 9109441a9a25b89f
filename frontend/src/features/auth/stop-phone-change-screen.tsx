import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { errorText } from '../../data/api/api-error.ts';
import { useStopPhoneChangeMutation } from '../../data/user/user-api.ts';
import { Button } from '../../shared/ui/button.tsx';
import { FullPageMessage } from '../../shared/ui/full-page-message.tsx';

/**
 * Where the link in the warning leads. It needs no session: whoever reads the texts of the current number may stop the change. The page
 * does it and not its address, so that a preview of the link stops nothing.
 */
export default function StopPhoneChangeScreen() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [stop, { isSuccess, error }] = useStopPhoneChangeMutation();
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void stop(token);
  }, [stop, token]);

  if (isSuccess)
    return (
      <FullPageMessage key="stopped" art="whole" title="The change was stopped">
        Your account keeps this phone number. If you did not ask for the change, log in and end the sessions that you do
        not know.
      </FullPageMessage>
    );
  if (error !== undefined)
    return (
      <FullPageMessage
        key="failed"
        art="fading"
        title="The change could not be stopped"
        actions={<Button onClick={() => void stop(token)}>Try Again</Button>}
      >
        {errorText(error, 'Please check your connection and try again.')}
      </FullPageMessage>
    );
  return <FullPageMessage art="whole" title="Stopping the change…" />;
}
