import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '../../shared/ui/controls/icon-button.tsx';

type Props = {
  readonly label: string;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  readonly onPrevious: () => void;
  readonly onNext: () => void;
};

/** At either end, the button that led there is disabled and loses the focus. The other one gets it. */
const useFocusAtEnds = () => {
  const previous = useRef<HTMLButtonElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const pressed = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (pressed.current?.disabled !== true) return;
    const other = pressed.current === next.current ? previous.current : next.current;
    // Between the last page and the first, both are disabled until the page has loaded.
    if (other?.disabled !== false) return;
    if (document.activeElement === pressed.current || document.activeElement === document.body) other.focus();
    pressed.current = null;
  });
  return { previous, next, pressed };
};

/** The foot of a list in pages. */
export function PageTurner({ label, hasPrevious, hasNext, onPrevious, onNext }: Props) {
  const { previous, next, pressed } = useFocusAtEnds();
  return (
    <footer className="report-list__foot">
      <span className="tabular-digits">{label}</span>
      <IconButton
        ref={previous}
        line
        label="Previous page"
        disabled={!hasPrevious}
        icon={<ChevronLeft className="i i--sm" />}
        onClick={() => {
          pressed.current = previous.current;
          onPrevious();
        }}
      />
      <IconButton
        ref={next}
        line
        label="Next page"
        disabled={!hasNext}
        icon={<ChevronRight className="i i--sm" />}
        onClick={() => {
          pressed.current = next.current;
          onNext();
        }}
      />
    </footer>
  );
}
