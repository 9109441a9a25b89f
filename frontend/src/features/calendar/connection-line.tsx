import { useLostConnection } from '../../data/connection/use-lost-connection.ts';
import { useServices } from '../../data/services/services-context.tsx';
import { QuietLine } from '../../shared/ui/quiet-line.tsx';

/** Says that the schedule may be outdated while there is no connection. */
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
