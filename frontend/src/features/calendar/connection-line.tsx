import { useLostConnection } from '../../data/connection/use-lost-connection.ts';
import { useServices } from '../../data/services/services-context.tsx';
import { QuietLine } from '../../shared/ui/quiet-line.tsx';

/** Without a connection the schedule stays as it was last seen. */
export function ConnectionLine() {
  return useLostConnection() ? <LostLine /> : null;
}

function LostLine() {
  const { link } = useServices();
  return (
    <QuietLine action={{ label: 'Try now', onClick: () => link.hurry() }}>
      No connection. What you see here may be missing changes.
    </QuietLine>
  );
}
