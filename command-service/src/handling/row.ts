import { isRefusal, type Refusal, type RefusalCode, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { AnswerOf, RouteName, RoutesDecidedBy } from '@quorum/contracts/routes.ts';
import { ID_FORM } from '@quorum/contracts/text/id-form.ts';
import type { Decider } from '@quorum/domain/decider.ts';
import type { Actor, Call, Handler } from '@quorum/service-kit/http/call.ts';
import type { Accepted, Aggregates, Step } from './aggregates.ts';
import { respond } from './answer.ts';
import { metadataOf } from './command-metadata.ts';

/** A kind of stream that people send commands to. */
export type Kind<C, S, F> = {
  readonly decider: Decider<C, S, F>;
  readonly stream: (id: string, actorId: string) => string;
  /** The refusal if the id does not exist. */
  readonly missing: RefusalCode;
  /** Loads the facts for the permission and the decider, or refuses if the thing does not exist. */
  readonly facts: (state: S, command: C, actorId: string) => F | Refusal | Promise<F | Refusal>;
  /** A step of each command, as in `StreamCommand`. */
  readonly step?: (state: S, command: C, actorId: string) => ReturnType<Step<S>>;
};

/** The command that a route stands for. */
type Row<N extends RoutesDecidedBy<F, 'command'>, C, S, F> = {
  /** Id of the thing, if the path does not contain it. */
  readonly id?: (call: Call<N>) => string | Refusal | Promise<string | Refusal>;
  readonly command: (call: Call<N>, id: string) => C | Refusal;
  readonly answer: (accepted: Accepted<S>, call: Call<N>) => Answer<N> | Promise<Answer<N>>;
  /** As in `StreamCommand`. */
  readonly expectNew?: boolean;
};

type Answer<N extends RouteName> = AnswerOf<N> | Refusal;

/** Other forms of ids never exist, and must not become part of a stream's name. */
export const idInPath = (id: string | undefined, missing: RefusalCode): string | Refusal =>
  id !== undefined && ID_FORM.test(id) ? id : refuse(missing);

/** Turns rows of the command table into handlers. Only accepts routes whose permission needs facts of this kind. */
export const commandsOn =
  <C, S, F>(aggregates: Aggregates, kind: Kind<C, S, F>) =>
  <N extends RoutesDecidedBy<F, 'command'>>(row: Row<N, C, S, F>): Handler<N> =>
  async (call, permission) => {
    const { userId } = call.actor as Actor;
    const id = row.id === undefined ? idInPath(call.params.id, kind.missing) : await row.id(call);
    if (isRefusal(id)) return id;
    const command = row.command(call, id);
    if (isRefusal(command)) return command;
    const accepted = await aggregates.handle({
      decider: kind.decider,
      stream: kind.stream(id, userId),
      command,
      metadata: metadataOf(call),
      facts: (state) => kind.facts(state, command, userId),
      steps: [(state) => kind.step?.(state, command, userId)],
      // Guaranteed by the type of N, but the compiler cannot follow it through the table.
      permission: permission as unknown as (facts: F) => Refusal | undefined,
      expectNew: row.expectNew ?? false,
    });
    return respond(accepted, (taken) => row.answer(taken, call));
  };
