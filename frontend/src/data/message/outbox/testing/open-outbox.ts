import { json, message, type Reply, type Sent, signedInServices } from '../../../../testing/fakes.ts';
import { makeStore } from '../../../../testing/make-store.ts';
import type { Services } from '../../../services/services.ts';
import { checkPostponed } from '../../../session/session-slice.ts';
import { sendFileLater, sendText } from '../outbox.ts';

type Store = ReturnType<typeof makeStore>;
type SendBody = { readonly id: string; readonly content: string; readonly groupId: string };

export const bodyOf = ({ body }: Sent) => body as SendBody;

/** A signed-in client. @param before changes what the browser provides. */
export const openOutbox = (answer: (sent: Sent, index: number) => Reply, before?: (services: Services) => void) => {
  const { services, sent } = signedInServices(answer);
  before?.(services);
  const store = makeStore(services);
  store.dispatch(checkPostponed());
  return { services, sent, store, posts: () => sent.filter(({ url }) => url === '/api/messages/send') };
};

/** The answer of a server that stores the message. */
export const stored = (sent: Sent): Response => {
  const { id, content, groupId } = bodyOf(sent);
  return json({ message: message(id, `order-${content}`, { content, groupId }) });
};

export const send = (store: Store, content: string, groupId = 'group-1') =>
  store.dispatch(sendText({ groupId, content }));

export const sendFile = (store: Store, id: string, name: string, size = 3) =>
  store.dispatch(
    sendFileLater({
      id,
      groupId: 'group-1',
      file: Object.defineProperty(new File(['abc'], name), 'size', { value: size }),
    }),
  );
