import { QuietLine } from '../../shared/ui/page/quiet-line.tsx';
import { useServices } from '../services/services-context.tsx';
import { useLostConnection } from './use-lost-connection.ts';

/** Says that the screen may be outdated while there is no connection. */
export function ConnectionLine() {
  const { link } = useServices();
  if (!useLostConnection()) return null;
  return (
    <QuietLine onRetry={() => link.retryNow()}>No connection. What you see here may be missing changes.</QuietLine>
  );
}
