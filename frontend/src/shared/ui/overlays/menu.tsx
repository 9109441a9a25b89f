import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type FocusEvent, Fragment, type ReactElement, type ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { useAccent } from '../feedback/accent-scope.tsx';

export interface MenuProps {
  /** The button that opens it: an IconButton or Button. */
  trigger: ReactElement;
  children: ReactNode;
  align?: 'start' | 'center' | 'end';
  onOpenChange?: (open: boolean) => void;
  /** It was asked for before its code arrived. */
  isOpenAtFirst?: boolean;
  /** Its name, where that is not the name of the button. */
  label?: string;
}

/** A menu whose code arrived after the key that opens it does not know of that key, and would keep the focus itself. */
const focusFirstItem = ({ target: menu, currentTarget }: FocusEvent<HTMLElement>): void => {
  if (menu !== currentTarget || !menu.matches(':focus-visible')) return;
  menu.querySelector<HTMLElement>('[role^="menuitem"]:not([data-disabled])')?.focus();
};

/**
 * A menu on a button: arrows, Home, End and first letters move, Escape returns the focus. The page around it is not
 * hidden, since hidden elements could still have the focus.
 */
export function Menu({ trigger, children, align = 'end', onOpenChange, isOpenAtFirst, label }: MenuProps) {
  const accent = useAccent();
  return (
    <DropdownMenu.Root modal={false} onOpenChange={onOpenChange} defaultOpen={isOpenAtFirst}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          data-accent={accent}
          className="menu menu--float"
          onFocus={focusFirstItem}
          // A menu that was opened by a pointer has the focus itself, which Radix never marks.
          style={{ outline: undefined }}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          // The button names the menu otherwise, and comes before a label.
          {...(label !== undefined && { 'aria-label': label, 'aria-labelledby': undefined })}
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

export interface MenuChoicesProps<Value extends string> {
  /** `isApart`: below a line, such as the choice of nothing. */
  options: readonly { readonly value: Value; readonly label: string; readonly isApart?: boolean }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A few items, of which one is chosen. */
export function MenuChoices<Value extends string>({ options, value, onChange }: MenuChoicesProps<Value>) {
  return (
    <DropdownMenu.RadioGroup value={value} onValueChange={(next) => onChange(next as Value)}>
      {options.map((option) => (
        <Fragment key={option.value}>
          {option.isApart && <MenuSeparator />}
          <DropdownMenu.RadioItem value={option.value} className="menu__item menu__item--choice">
            <Check className="i i--sm" />
            {option.label}
          </DropdownMenu.RadioItem>
        </Fragment>
      ))}
    </DropdownMenu.RadioGroup>
  );
}

/** A line that is no choice. */
export function MenuNote({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="menu__note">{children}</DropdownMenu.Label>;
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="menu__sep" />;
}
