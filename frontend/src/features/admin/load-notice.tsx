import { errorText } from '../../data/api/api-error.ts';
import { Button } from '../../shared/ui/controls/button.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';

/** How the panel words every failure. */
export const failedTo =
  (what: string) =>
  (error: unknown): string =>
    `Failed to ${what}: ${errorText(error, 'no answer from the server')}`;

/** Says that a tab or a part of it did not load, and why. */
export const loadNotice = (what: string) => (retry: () => void, error: unknown) => (
  <Notice tone="danger">
    {failedTo(`load ${what}`)(error)}
    <Button size="sm" onClick={retry}>
      Try Again
    </Button>
  </Notice>
);
