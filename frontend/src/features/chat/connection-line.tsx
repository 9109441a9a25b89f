import { flushOutbox } from '../../entities/message/outbox.ts';
import { useLostConnection } from '../../entities/realtime/use-lost-connection.ts';
import { useAppDispatch } from '../../entities/store/hooks.ts';
import { useServices } from '../../entities/store/services-context.tsx';
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
