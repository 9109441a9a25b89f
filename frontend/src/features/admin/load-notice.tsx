import { errorText } from '../../data/api/api-error.ts';
import { Button } from '../../shared/ui/controls/button.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';

type Props = { readonly what: string; readonly error: unknown; readonly onRetry: () => void };

/** What a tab or a part of it could not load, and why. Renders nothing when all has loaded. */
export function LoadNotice({ what, error, onRetry }: Props) {
  if (error === undefined) return null;
  return (
    <Notice tone="danger">
      {`Failed to load ${what}: ${errorText(error, 'no answer from the server')}`}
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  );
}
