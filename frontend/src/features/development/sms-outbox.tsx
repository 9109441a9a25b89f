import { Suspense, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { ask } from '../../data/api/ask.ts';
import { useServices } from '../../data/services/services-context.tsx';
import type { CodeTarget } from '../../data/session/code-target.ts';
import { preloadable } from '../../shared/lib/preloadable.ts';
import type { OutboxMessage } from './outbox-lines.ts';

/** Its code is loaded only where a server has an outbox. */
const SmsOutboxPanel = preloadable(() => import('./sms-outbox-panel.tsx'));

/**
 * The text messages that a server without an SMS provider would have sent. Other servers lack this list, and nothing is
 * shown.
 */
export function SmsOutbox(target: CodeTarget) {
  const messages = useOutbox(target.sentAt);
  if (messages === undefined) return null;
  // Shown in the corner of the window, outside the layout of the caller.
  return createPortal(
    <Suspense fallback={null}>
      <SmsOutboxPanel messages={messages} target={target} />
    </Suspense>,
    document.body,
  );
}

const POLL_MS = 2000;

/**
 * The development outbox, newest first; undefined while unknown and where the server has none. Asked again at once when
 * another code was sent.
 */
function useOutbox(sentAt: number | undefined): readonly OutboxMessage[] | undefined {
  const services = useServices();
  const [messages, setMessages] = useState<readonly OutboxMessage[]>();
  // A server without an outbox will not get one. Asking again would only fill its log.
  const absent = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another code is a reason to ask.
  useEffect(() => {
    if (absent.current) return undefined;
    let left = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const poll = async (): Promise<void> => {
      const { data, error } = await ask(services, 'developmentSms', { query: {} });
      if (left) return;
      absent.current = error?.status === 404;
      // An outbox that cannot be read at the moment stays as it was.
      if (absent.current || data !== undefined) setMessages(data?.messages);
      if (!absent.current) timer = setTimeout(() => void poll(), POLL_MS);
    };
    void poll();
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [services, sentAt]);
  return messages;
}
