import type { EventView } from '@quorum/contracts/entry/wire.ts';
import type { Details } from './use-edits.ts';

export type CardActions = {
  readonly toggle: (id: string) => void;
  readonly beginEdit: (event: EventView) => void;
  readonly typeEdit: (id: string, typed: Details) => void;
  readonly endEdit: (id: string) => void;
  readonly editTimes: (event: EventView) => void;
  readonly showHistory: (event: EventView) => void;
  readonly remove: (event: EventView) => void;
};
