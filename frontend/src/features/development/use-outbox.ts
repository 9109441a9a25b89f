import { useEffect, useRef, useState } from 'react';
import { ask } from '../../data/api/ask.ts';
import { useServices } from '../../data/services/services-context.tsx';
import type { OutboxMessage } from './outbox-lines.ts';

const POLL_MS = 2000;

/**
 * The development outbox, newest first; undefined while unknown and where the server has none. Asked again at once when
 * another code was sent.
 */
export function useOutbox(sentAt: number | undefined): readonly OutboxMessage[] | undefined {
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
