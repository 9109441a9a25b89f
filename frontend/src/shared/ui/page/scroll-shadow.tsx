import { type ReactNode, useRef } from 'react';
import { useScrollEdges } from '../../hooks/use-scroll-edges.ts';
import { classNames } from '../../lib/class-names.ts';

/** A scrolling box with a shadow at each edge that hides more than 5 px of content. */
export function ScrollShadow({ className, children }: { className?: string; children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null);
  const edges = useScrollEdges(body);
  return (
    <div className="scrollshade">
      <span className="scrollshade__hint scrollshade__hint--top" data-on={edges.top || undefined} />
      <div className={classNames('scrollshade__body', className)} ref={body}>
        {children}
      </div>
      <span className="scrollshade__hint scrollshade__hint--bottom" data-on={edges.bottom || undefined} />
    </div>
  );
}
