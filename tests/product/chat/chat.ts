import type { MessageView } from '@quorum/contracts/message/wire.ts';
import type { ReadStore } from '@quorum/service-kit/ports/read-store.ts';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import {
  type Client,
  createGroup,
  joinGroup,
  movableClock,
  type Product,
  signUp,
  startProduct,
} from '../../support/product.ts';

/** A group of Maya, Tom and Ana, and an outsider. The tests of a file share the product; each has its own group. */
export class Chat {
  readonly clock = movableClock();
  product!: Product;
  reads!: ReadStore;
  owner!: Client;
  sender!: Client;
  reader!: Client;
  stranger!: Client;
  groupId = '';

  /** Starts the product before the tests of the file, and stops it afterwards. */
  constructor() {
    beforeAll(async () => {
      this.product = await startProduct({}, this.clock, (engines) => {
        this.reads = engines.reads;
        return engines;
      });
      this.owner = await signUp(this.product, { firstName: 'Maya', lastName: 'Okafor' });
      this.sender = await signUp(this.product, { firstName: 'Tom', lastName: 'Lind' });
      this.reader = await signUp(this.product, { firstName: 'Ana', lastName: 'Ruiz' });
      this.stranger = await signUp(this.product);
    });
    afterAll(() => this.product.stop());
    beforeEach(async () => {
      // Nobody may create more than twenty groups a day.
      this.clock.moveOn(2 * 3_600_000);
      const { group, inviteCode } = await createGroup(this.owner);
      this.groupId = group._id;
      for (const client of [this.sender, this.reader]) await joinGroup(client, inviteCode);
    });
  }

  async say(content: string, more: Record<string, unknown> = {}, client = this.sender): Promise<MessageView> {
    return (await client.must('sendMessage', { body: { groupId: this.groupId, content, ...more } })).message;
  }

  page(query: Record<string, string> = {}, client = this.sender) {
    return client.must('messages', { params: { groupId: this.groupId }, query });
  }

  /** The message as a person sees it. */
  async seen(id: string, client = this.reader): Promise<MessageView | undefined> {
    return (await this.page({}, client)).messages.find((message) => message._id === id);
  }

  /** Sends this many messages. */
  async fill(count: number): Promise<MessageView[]> {
    const sent: MessageView[] = [];
    for (let n = 1; n <= count; n++) sent.push(await this.say(`message ${n}`));
    return sent;
  }
}
