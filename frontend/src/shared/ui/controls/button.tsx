import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from '../../lib/class-names.ts';

export type ButtonVariant = 'plain' | 'primary' | 'ghost' | 'soft' | 'danger' | 'danger-quiet';

export type ButtonSize = 'sm' | 'md' | 'lg';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  block?: boolean;
  icon?: ReactNode;
  /** While set, it replaces the label and the button is disabled. */
  busyLabel?: string | false | null;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({
  variant = 'plain',
  size = 'md',
  block,
  icon,
  busyLabel,
  className,
  disabled,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  const busy = Boolean(busyLabel);
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={buttonClass({ variant, size, block, className })}
    >
      {!busy && icon}
      {busy ? busyLabel : children}
    </button>
  );
}

/** The same look for a link: `<Link className={buttonClass({ variant: 'primary' })}>`. */
export function buttonClass(look: {
  variant?: ButtonVariant;
  size?: ButtonSize;
  block?: boolean;
  className?: string;
}): string {
  const { variant = 'plain', size = 'md', block, className } = look;
  return classNames(
    'btn',
    variant !== 'plain' && `btn--${variant}`,
    size !== 'md' && `btn--${size}`,
    block && 'btn--block',
    className,
  );
}
