import type { EventView } from '@quorum/contracts/entry/wire.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Client, createGroup, joinGroup, type Product, signUp, startProduct } from '../../support/product.ts';

/** Maya's group with Tom in it, and a person in neither. The tests of a file share the product; each has its own group. */
export class RowingClub {
  product!: Product;
  owner!: Client;
  member!: Client;
  stranger!: Client;
  groupId = '';

  /** Starts the product before the tests of the file, and stops it afterwards. */
  constructor(environment: Readonly<Record<string, string>> = {}) {
    beforeAll(async () => {
      this.product = await startProduct({ DEFAULT_TIME_ZONE: 'America/Chicago', ...environment });
      this.member = await signUp(this.product, { firstName: 'Tom', lastName: 'Lind' });
      this.stranger = await signUp(this.product);
    });
    afterAll(() => this.product.stop());
    beforeEach(async () => {
      // New for every test: nobody may create more than twenty groups a day.
      this.owner = await signUp(this.product, { firstName: 'Maya', lastName: 'Okafor' });
      const { group, inviteCode } = await createGroup(this.owner, 'Rowing club');
      this.groupId = group._id;
      await joinGroup(this.member, inviteCode);
    });
  }

  async plan(client: Client, event: Record<string, unknown> = {}): Promise<EventView> {
    const at = { date: '2030-05-14', time: '9:30', timeZone: 'America/New_York' };
    return (await client.must('createEvent', { body: { name: 'Regatta', ...at, groupId: this.groupId, ...event } }))
      .event;
  }

  /** The view of a fully up-to-date person. */
  async list(client: Client, query: Record<string, string>): Promise<readonly EventView[]> {
    const known = [this.owner, this.member, this.stranger];
    const positions = (known.includes(client) ? known : [client]).map((person) => person.position);
    const position = positions.sort().at(-1) ?? '';
    return (await client.must('events', { query, headers: { 'x-min-position': position } })).events;
  }

  async names(client: Client, query: Record<string, string>): Promise<string[]> {
    return (await this.list(client, query)).map((event) => event.name);
  }

  /** The message with this id, as the owner sees it. */
  async message(id: string): Promise<MessageView | undefined> {
    const { messages } = await this.owner.must('messages', { params: { groupId: this.groupId } });
    return messages.find((message) => message._id === id);
  }
}

/** A range of days in New York, as a query. */
export const may = (from: string, to: string) => ({ startDate: from, endDate: to, timeZone: 'America/New_York' });
