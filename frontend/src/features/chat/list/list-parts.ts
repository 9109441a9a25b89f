import type { RefObject } from 'react';
import type { VirtualizerHandle } from 'virtua';

export type ListParts = {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly list: RefObject<VirtualizerHandle | null>;
};
