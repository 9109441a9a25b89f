import type { EventDraft } from './draft.ts';

export type StepProps = {
  readonly draft: EventDraft;
  readonly put: (part: Partial<EventDraft>) => void;
  /** Start of the current minute, milliseconds since the epoch. */
  readonly now: number;
  readonly timeZone: string;
  /** `my-q` for My Schedule. */
  readonly groupId: string;
};
