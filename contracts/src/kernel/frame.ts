/**
 * A frame of the socket that counts in its audience's sequence. The gateway builds it from this alone. If a view in `of` is
 * missing, it reports that the thing is gone; a view in `also` may be missing. The loaders of the gateway name what can be shown.
 */
export type Frame = {
  readonly of: readonly string[];
  readonly also?: readonly string[];
  /** `calendar`: the group of an event, or the creator of a personal one. */
  readonly audience: 'group' | 'person' | 'calendar';
  /** Type of the payload; holds no value. */
  readonly payload: Payload<unknown>;
};

type Payload<T> = { readonly type?: T };

/** Gives a frame its payload's type. */
export const carries = <T>(): Payload<T> => ({});

export type Frames = { readonly [name: string]: Frame };

export type OfGroup = { readonly groupId: string };

export type OfEvent = OfGroup & { readonly eventId: string };

export type OfUser = { readonly userId: string };
