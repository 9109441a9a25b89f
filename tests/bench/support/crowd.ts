import type { Socket } from 'socket.io-client';
import { type Client, createGroup, joinGroup, type Reachable, signUp } from '../../support/product.ts';
import { connect } from './room.ts';

export type Member = { readonly client: Client; readonly groupId: string };

/** People who sign up concurrently. */
const AT_ONCE = 5;

/** Signs people up, in groups of `perGroup`. */
export const gatherCrowd = async (product: Reachable, groups: number, perGroup: number): Promise<readonly Member[]> => {
  const members: Member[] = [];
  const gather = async (): Promise<void> => {
    const owner = await signUp(product);
    const { group } = await createGroup(owner);
    const guests = await Promise.all(Array.from({ length: perGroup - 1 }, () => signUp(product)));
    for (const guest of guests) await joinGroup(guest, group.inviteCode ?? '');
    members.push(...[owner, ...guests].map((client) => ({ client, groupId: group._id })));
  };
  for (let made = 0; made < groups; made += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, groups - made) }, gather));
  }
  return members;
};

/** Sockets of a crowd that are replaced one after the other. */
export class Sockets {
  readonly #origin: string;
  readonly #crowd: readonly Member[];
  readonly #open: Socket[] = [];
  #next = 0;

  constructor(origin: string, crowd: readonly Member[]) {
    this.#origin = origin;
    this.#crowd = crowd;
  }

  get count(): number {
    return this.#open.length;
  }

  async grow(to: number): Promise<void> {
    while (this.#open.length < to) {
      const wanted = Math.min(50, to - this.#open.length);
      this.#open.push(...(await Promise.all(Array.from({ length: wanted }, () => this.#connect()))));
    }
  }

  /** Replaces the oldest one. */
  async replaceOne(): Promise<void> {
    this.#open.shift()?.close();
    this.#open.push(await this.#connect());
  }

  close(): void {
    for (const socket of this.#open) socket.close();
  }

  #connect(): Promise<Socket> {
    const member = this.#crowd[this.#next++ % this.#crowd.length];
    return connect(this.#origin, member?.client.token, 'ready');
  }
}
