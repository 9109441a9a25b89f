import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from '../../lib/class-names.ts';

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The accessible name. Required, because an icon alone says nothing. */
  label: string;
  icon: ReactNode;
  size?: 'sm' | 'md';
  line?: boolean;
  danger?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({
  label,
  icon,
  size = 'md',
  line,
  danger,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      title={label}
      {...rest}
      type={type}
      aria-label={label}
      className={classNames(
        'icon-btn',
        size === 'sm' && 'icon-btn--sm',
        line && 'icon-btn--line',
        danger && 'icon-btn--danger',
        className,
      )}
    >
      {icon}
    </button>
  );
}
