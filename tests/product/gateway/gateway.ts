import { groupAudience } from '@quorum/contracts/kernel/audiences.ts';
import { afterAll, beforeAll } from 'vitest';
import { FollowingClient } from '../../support/following-client.ts';
import { type Client, createGroup, joinGroup, type Product, signUp, startProduct } from '../../support/product.ts';

/** The product for the tests of a file, and their sockets. */
export class Gateway {
  product!: Product;
  readonly #open: FollowingClient[] = [];

  /** Starts the product before the tests of the file; afterwards stops it and closes their sockets. */
  constructor() {
    beforeAll(async () => {
      this.product = await startProduct();
    });
    afterAll(() => {
      for (const client of this.#open) client.close();
      return this.product.stop();
    });
  }

  async connect(client: Client): Promise<FollowingClient> {
    const connected = await FollowingClient.connect(this.product, client.token);
    this.#open.push(connected);
    return connected;
  }

  /** Olga's group with Milo in it. */
  async club() {
    const owner = await signUp(this.product, { firstName: 'Olga', lastName: 'Ness' });
    const member = await signUp(this.product, { firstName: 'Milo', lastName: 'Ray' });
    const { group, inviteCode } = await createGroup(owner);
    await joinGroup(member, inviteCode);
    return { owner, member, groupId: group._id, inviteCode, audience: groupAudience(group._id) };
  }
}

export const heard = (client: FollowingClient, name: string) => client.until(() => client.named(name).length > 0, name);
export const join = (
  client: FollowingClient,
  groupId: unknown,
): Promise<{ ok: boolean; error?: string; sequence?: number }> =>
  client.socket.timeout(5000).emitWithAck('joinGroup', groupId);
