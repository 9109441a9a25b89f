import { useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import { Button } from '../shared/ui/button.tsx';
import { FullPageMessage } from '../shared/ui/full-page-message.tsx';

/** Whatever breaks while a page is shown ends here, in words, with a way on. */
export function RouteError() {
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  return (
    <FullPageMessage
      art="fading"
      title="Something went wrong"
      actions={<Button onClick={() => window.location.reload()}>Try Again</Button>}
    >
      The page could not be shown. Nothing that you saved is lost.
    </FullPageMessage>
  );
}
