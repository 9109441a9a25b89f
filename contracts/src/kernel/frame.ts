/** What frames carry besides ids: the view of a thing, as a query would show it to this audience. */
export type Shown = 'message' | 'notice' | 'event' | 'group' | 'groupName' | 'ownGroup' | 'member' | 'user';

/**
 * A frame of the socket that counts in its audience's sequence. The gateway needs no more than this to build it: the views of `of`,
 * without which it reports instead that the thing is gone, and those of `also`, which may be absent.
 */
export type Frame = {
  readonly of: readonly Shown[];
  readonly also?: readonly Shown[];
  /** `calendar`: the group of an event, or the creator of a personal one. */
  readonly audience: 'group' | 'person' | 'calendar';
  /** Type of the payload; holds no value. */
  readonly payload: Payload<unknown>;
};

type Payload<T> = { readonly type?: T };

/** Gives a frame its payload's type. */
export const carries = <T>(): Payload<T> => ({});

export type Frames = { readonly [name: string]: Frame };
