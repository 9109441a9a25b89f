import type { ParsedEvent } from '../../event-text/parse-event-text.ts';
import type { EventDraft } from '../draft.ts';
import type { Targets } from '../use-target.ts';

export type StepProps = {
  readonly draft: EventDraft;
  /** Day, time, length and place, as parsed from the name. */
  readonly parsed?: ParsedEvent | undefined;
  readonly put: (part: Partial<EventDraft>) => void;
  /** Start of the current minute, milliseconds since the epoch. */
  readonly now: number;
  readonly timeZone: string;
  /** `my-q` for My Schedule. */
  readonly groupId: string;
  readonly targets: Targets;
};
