import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';

/** A scrolling box with a shadow at each edge that hides more than 5 px of content. */
export function ScrollShadow({ className, children }: { className?: string; children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null);
  const edges = useScrollEdges(body);
  return (
    <div className="scroll-shadow">
      <span className="scroll-shadow__hint scroll-shadow__hint--top" data-on={edges.top || undefined} />
      <div className={classNames('scroll-shadow__body', className)} ref={body}>
        {children}
      </div>
      <span className="scroll-shadow__hint scroll-shadow__hint--bottom" data-on={edges.bottom || undefined} />
    </div>
  );
}

const SCROLL_HINT_THRESHOLD_PX = 5;

interface ScrollEdges {
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

const NONE: ScrollEdges = { top: false, bottom: false };

/** Follows the scroll position and the size of the box and its content. */
function useScrollEdges(ref: RefObject<HTMLElement | null>): ScrollEdges {
  const [edges, setEdges] = useState(NONE);
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    const update = () => {
      const next = scrollEdges(box);
      setEdges((last) => (last.top === next.top && last.bottom === next.bottom ? last : next));
    };
    update();
    box.addEventListener('scroll', update, { passive: true });
    const sizes = new ResizeObserver(update);
    sizes.observe(box);
    for (const child of box.children) sizes.observe(child);
    const content = new MutationObserver(update);
    content.observe(box, { childList: true, subtree: true });
    return () => {
      box.removeEventListener('scroll', update);
      sizes.disconnect();
      content.disconnect();
    };
  }, [ref]);
  return edges;
}
