import type { Command } from '../command.ts';
import { apply, isHere } from '../model/model.ts';
import { type Group, type Message, State } from '../model/state.ts';
import { Random } from './random.ts';

export type Size = { readonly commands: number; readonly people: number; readonly groups: number };

/** Writes a history. It consults the model, so that most commands are valid, and some almost. */
export class Writer {
  readonly random: Random;
  readonly size: Size;
  readonly state = new State();
  readonly history: Command[] = [];
  /** The race of the next commands. */
  race: number | undefined;

  constructor(seed: number, size: Size) {
    this.random = new Random(seed);
    this.size = size;
  }

  get n(): number {
    return this.history.length;
  }

  add(command: Omit<Command, 'n' | 'race'>): void {
    const numbered = { n: this.n, ...command, ...(this.race === undefined ? {} : { race: this.race }) };
    this.history.push(numbered);
    apply(this.state, numbered);
  }

  /** Somebody signed in, or very rarely somebody signed out. */
  person(): string {
    const everyone = [...this.state.people.keys()];
    const name = this.random.pick(everyone) ?? 'p0';
    return isHere(this.state, name) || this.random.chance(0.1)
      ? name
      : (everyone.find((one) => isHere(this.state, one)) ?? name);
  }

  group(): Group | undefined {
    return this.random.pick([...this.state.groups.values()].filter(({ alive }) => alive || this.random.chance(0.02)));
  }

  /** Mostly a member, sometimes an admin, rarely an outsider. */
  memberOf(group: Group): string {
    const members = [...group.members];
    const leaders = members.filter(([, { role }]) => role !== 'member');
    const choice = this.random.weighted([
      [6, members],
      [3, leaders],
    ] as const);
    const member = this.random.pick(choice)?.[0];
    return member === undefined || this.random.chance(0.06) ? this.person() : member;
  }

  /** Mostly one of the last messages of the group. */
  messageIn(group: Group): Message | undefined {
    const recent: Message[] = [];
    for (const message of this.recentMessages(group)) recent.push(message);
    return this.random.chance(0.01) ? this.random.pick([...this.state.messages.values()]) : this.random.pick(recent);
  }

  recentMessages({ id }: Group): readonly Message[] {
    const found: Message[] = [];
    for (const message of [...this.state.messages.values()].reverse()) {
      if (message.group === id) found.push(message);
      if (found.length === 20) break;
    }
    return found;
  }
}

/** A possible next move, with its weight. The last part creates one command about a group, which may be part of a race. */
export type Move = readonly [
  weight: number,
  go: (writer: Writer) => void,
  inGroup?: (writer: Writer, group: Group) => void,
];

/** A move about some group. */
export const inSomeGroup = (weight: number, go: (writer: Writer, group: Group) => void, races = true): Move => {
  const somewhere = (writer: Writer): void => {
    const group = writer.group();
    if (group !== undefined) go(writer, group);
  };
  return races ? [weight, somewhere, go] : [weight, somewhere];
};
