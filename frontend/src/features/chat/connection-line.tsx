import { useLostConnection } from '../../data/connection/use-lost-connection.ts';
import { flushOutbox } from '../../data/message/outbox.ts';
import { useServices } from '../../data/services/services-context.tsx';
import { useAppDispatch } from '../../data/store/hooks.ts';
import { QuietLine } from '../../shared/ui/quiet-line.tsx';

export function ConnectionLine() {
  const dispatch = useAppDispatch();
  const { link } = useServices();
  if (!useLostConnection()) return null;
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
