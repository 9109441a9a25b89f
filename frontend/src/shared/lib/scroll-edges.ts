export const SCROLL_HINT_THRESHOLD_PX = 5;

export interface ScrollEdges {
  readonly top: boolean;
  readonly bottom: boolean;
}

/** At which edges more than 5 px of content are hidden. */
export function scrollEdges(box: Pick<Element, 'scrollTop' | 'scrollHeight' | 'clientHeight'>): ScrollEdges {
  return {
    top: box.scrollTop > SCROLL_HINT_THRESHOLD_PX,
    bottom: box.scrollHeight - box.clientHeight - box.scrollTop > SCROLL_HINT_THRESHOLD_PX,
  };
}
