import type { SocketEvent } from './connection.ts';

/** Sends events to everyone in a room. */
export type Broadcast = (room: string, events: readonly SocketEvent[]) => void;

/** Gathers the events of one moment for one room, so that each connection is written to once for all of them. */
export class GatheredEvents {
  readonly #broadcast: Broadcast;
  #room = '';
  #events: SocketEvent[] = [];

  constructor(broadcast: Broadcast) {
    this.#broadcast = broadcast;
  }

  add(room: string, event: SocketEvent): void {
    if (room !== this.#room) this.flush();
    this.#room = room;
    this.#events.push(event);
  }

  flush(): void {
    const events = this.#events;
    if (events.length === 0) return;
    this.#events = [];
    this.#broadcast(this.#room, events);
  }
}
