import type { InputHTMLAttributes, Ref } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { useField } from './field.tsx';

export interface InputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> {
  size?: 'md' | 'lg';
  invalid?: boolean;
  ref?: Ref<HTMLInputElement>;
}

export function Input({ size = 'md', invalid, className, type = 'text', ...rest }: InputProps) {
  const field = useField();
  return (
    <input
      {...field}
      dir="auto"
      {...(invalid ? { 'aria-invalid': true } : {})}
      {...rest}
      type={type}
      className={classNames('input', size === 'lg' && 'input--lg', className)}
    />
  );
}
