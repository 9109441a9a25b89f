// biome-ignore lint/plugin: messages are sent at a steady rate
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { FollowingClient } from '../../support/following-client.ts';
import { type Client, createGroup, joinGroup, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';

/** Duration of the message flow; the environment can extend it. */
const SECONDS = Number(process.env.GATEWAY_CUTS_SECONDS ?? '8');
const SOCKETS = 200;
const PEOPLE = 10;
const MESSAGES_PER_SECOND = 20;
const CUTS_A_MESSAGE = 3;
/** Step from one cut socket to the next: coprime to their number, so that each is cut. */
const STRIDE = 73;

const product = sharedProduct();

/** Cuts the connection silently, like a lost network. */
const tear = (client: FollowingClient): void => {
  const { transport } = client.socket.io.engine as unknown as { transport: { ws?: { terminate?: () => void } } };
  if (transport.ws?.terminate === undefined) client.cut();
  else transport.ws.terminate();
};

/** Every message of a chat, in order. */
const chatOf = async (client: Client, groupId: string): Promise<string[]> => {
  const all: string[] = [];
  for (let before: string | undefined; ; ) {
    const query = { limit: '200', ...(before === undefined ? {} : { before }) };
    const { messages, hasMore } = await client.must('messages', { params: { groupId }, query });
    all.unshift(...messages.map(({ content }) => content));
    before = messages[0]?._id;
    if (!hasMore) return all;
  }
};

describe('connections that are cut again and again', () => {
  it(
    'connections that are cut again and again lose no message, repeat none and keep the order, on 200 sockets (CQRS-05, RT-16)',
    async () => {
      const owner = await signUp(product);
      const { group, inviteCode } = await createGroup(owner);
      const people = await Promise.all(Array.from({ length: PEOPLE - 1 }, () => signUp(product)));
      for (const person of people) await joinGroup(person, inviteCode);
      const tokens = [owner, ...people].map(({ token }) => token);
      const clients = await Promise.all(
        Array.from({ length: SOCKETS }, (_, index) => FollowingClient.connect(product, tokens[index % PEOPLE])),
      );

      let turn = 0;
      let cuts = 0;
      const cutOne = () => {
        turn += STRIDE;
        const client = clients[turn % SOCKETS];
        if (client?.socket.connected !== true) return;
        cuts += 1;
        if (cuts % 2 === 0) client.cut();
        else tear(client);
      };
      const sending: Promise<unknown>[] = [];
      const say = (content: string) => owner.must('sendMessage', { body: { groupId: group._id, content } });
      const begun = performance.now();
      while (performance.now() - begun < SECONDS * 1000) {
        sending.push(say(`message ${sending.length}`));
        for (let count = 0; count < CUTS_A_MESSAGE; count++) cutOne();
        await sleep(Math.max(0, begun + (sending.length * 1000) / MESSAGES_PER_SECOND - performance.now()));
      }
      await Promise.all(sending);
      await say('the last');
      const sent = await chatOf(owner, group._id);
      expect(sent).toHaveLength(sending.length + 1);

      for (const client of clients)
        await client.until(() => client.named('newMessage').length >= sent.length, 'every message');
      for (const client of clients) {
        expect(client.named('newMessage').map(({ content }) => content)).toEqual(sent);
        expect(client.reloads).toEqual([]);
        client.close();
      }
      expect(cuts).toBeGreaterThan(sent.length);
      console.info(`${sent.length} messages, ${SOCKETS} sockets, ${cuts} cuts in ${SECONDS} s`);
    },
    (SECONDS + 120) * 1000,
  );
});
