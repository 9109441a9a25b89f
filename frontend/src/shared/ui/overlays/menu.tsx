import { DropdownMenu } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { useAccent } from '../feedback/accent-scope.tsx';

export interface MenuProps {
  /** The button that opens it: an IconButton or Button. */
  trigger: ReactElement;
  children: ReactNode;
  align?: 'start' | 'center' | 'end';
  onOpenChange?: (open: boolean) => void;
  label?: string;
}

/**
 * A menu on a button: arrows, Home, End and first letters move, Escape returns the focus. The page around it is not
 * hidden, since hidden elements could still have the focus.
 */
export function Menu({ trigger, children, align = 'end', onOpenChange, label }: MenuProps) {
  const accent = useAccent();
  return (
    <DropdownMenu.Root modal={false} onOpenChange={onOpenChange}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          data-accent={accent}
          className="menu menu--float"
          align={align}
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          loop
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export interface MenuItemProps {
  children: ReactNode;
  icon?: ReactNode;
  danger?: boolean;
  onSelect: () => void;
}

export function MenuItem({ children, icon, danger, onSelect }: MenuItemProps) {
  return (
    <DropdownMenu.Item className={classNames('menu__item', danger && 'menu__item--danger')} onSelect={onSelect}>
      {icon}
      {children}
    </DropdownMenu.Item>
  );
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="menu__sep" />;
}
