import { Popover as Radix } from 'radix-ui';
import type { ReactElement, ReactNode, RefObject } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { useAccent } from '../feedback/accent-scope.tsx';

export interface PopoverProps {
  /** The button that opens it. Without one, it is beside the anchor while `open`. */
  trigger?: ReactElement;
  anchor?: RefObject<HTMLElement | null>;
  children: ReactNode;
  label: string;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'right' | 'bottom' | 'left';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  className?: string;
}

/** Radix passes over a link that comes first, and focuses the button behind it. */
const focusFirst = (event: Event): void => {
  const first = (event.currentTarget as HTMLElement).querySelector<HTMLElement>(':is(a[href], button, input)');
  if (!first?.matches('a')) return;
  event.preventDefault();
  first.focus();
};

/** A small panel on a button or beside an element: closes on Escape and on a click elsewhere. */
export function Popover(props: PopoverProps) {
  const { trigger, anchor, children, label, align = 'center', side = 'bottom', open, onOpenChange, className } = props;
  const accent = useAccent();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      {anchor && <Radix.Anchor virtualRef={anchor as RefObject<HTMLElement>} />}
      <Radix.Portal>
        <Radix.Content
          data-accent={accent}
          className={classNames('popover', className)}
          aria-label={label}
          align={align}
          side={side}
          sideOffset={8}
          collisionPadding={8}
          onOpenAutoFocus={focusFirst}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
