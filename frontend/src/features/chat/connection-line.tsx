import { flushOutbox } from '../../entities/message/outbox.ts';
import { selectConnection } from '../../entities/realtime/connection-slice.ts';
import { useAppDispatch, useAppSelector } from '../../entities/store/hooks.ts';
import { useServices } from '../../entities/store/services-context.tsx';
import { useDelayedFlag } from '../../shared/hooks/use-delayed-flag.ts';
import { QuietLine } from '../../shared/ui/quiet-line.tsx';

/** Milliseconds: a connection that is back by then was never missed. */
const PATIENCE = 1_500;

export function ConnectionLine() {
  const dispatch = useAppDispatch();
  const { link } = useServices();
  const lost = useAppSelector(selectConnection).since !== null;
  const late = useDelayedFlag(lost, PATIENCE);
  if (!late) return null;
  const tryNow = () => {
    link.hurry();
    void dispatch(flushOutbox());
  };
  return (
    <QuietLine action={{ label: 'Try now', onClick: tryNow }}>
      No connection. What you send waits here and goes out once, in order.
    </QuietLine>
  );
}
