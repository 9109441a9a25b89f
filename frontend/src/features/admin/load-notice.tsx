import { Button } from '../../shared/ui/controls/button.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { failedTo } from './failed-to.ts';

/** What a tab or a part of it could not load, and why. */
export const loadNotice = (what: string) => (retry: () => void, error: unknown) => (
  <Notice tone="danger">
    {failedTo(`load ${what}`)(error)}
    <Button size="sm" onClick={retry}>
      Try again
    </Button>
  </Notice>
);
